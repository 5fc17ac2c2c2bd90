"""The text of a first `docsteward.yml`."""

from __future__ import annotations

import json


def starter_text(
    *,
    name: str = "My documentation",
    url: str = "https://docs.example.com",
    folder: str = "docs",
) -> str:
    """Return a commented file that works as it stands, once the folder is there."""
    return f"""\
# What docsteward reads. docs/configuration.md explains every key.

site:
  name: {_quoted(name)}
  url: {_quoted(url)}
  # Other places whose pages carry the widget; the site itself always may.
  # allowed_origins: ["http://localhost:8000"]

sources:
  - folder: {_quoted(folder)}
    # How pages are published: directory (guide/start/) or file (guide/start.html).
    page_urls: directory

models:
  # Built in: quotes the best passages, needs no key.
  - provider: extractive
  # A model writes better answers. Put this before the line above, and the key into .env:
  # - provider: openai_compatible
  #   model: gpt-5-mini
  #   base_url: https://api.openai.com/v1
  #   api_key_env: OPENAI_API_KEY

# Live tools and actions (docs/tools.md, docs/actions.md). Without this key there are none.
# tools:
#   plan_limits:
#     description: >
#       What one plan allows today. Use it when someone asks what they may use, not what it costs.
#     parameters:
#       type: object
#       properties:
#         plan: {{type: string, enum: [free, pro, team]}}
#       required: [plan]
#     run:
#       fetch: /api/plans/{{plan}}
"""


def _quoted(text: str) -> str:
    # A JSON string is a YAML string: nothing in a name can break out of its quotes.
    return json.dumps(text, ensure_ascii=False)
