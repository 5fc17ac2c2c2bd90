"""Every key of `docsteward.yml` with its document, in one table."""

from __future__ import annotations

from typing import Final

from docsteward.config.model_keys import MODEL_KEYS
from docsteward.toolspec.keys import Key
from docsteward.toolspec.tables import TOOL_KEYS

MAX_TOOLS: Final = 12
MODULE: Final = "^[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z_][A-Za-z0-9_]*)*$"

SITE_KEYS: Final = (
    Key(name="name", doc="The site's name, as readers know it.", required=True, maximum=80),
    Key(name="url", doc="Where the documentation is published.", required=True),
    Key(
        name="key",
        doc="The public key in the widget's script tag: lower-case letters, digits and hyphens.",
        default="the name, written so",
        pattern="^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$",
    ),
    Key(
        name="allowed_origins",
        doc="Further origins whose pages may carry the widget; the site's own always may.",
        type="list",
        default="none",
        item=Key(name="origin", doc="Such as https://docs.example.com, with nothing after it."),
    ),
)

SOURCE_KEYS: Final = (
    Key(
        name="folder",
        doc="A folder of documents, relative to this file.",
        required=True,
    ),
    Key(name="url", doc="Where the folder's pages are published.", default="site.url"),
    Key(
        name="page_urls",
        doc="How a page is published: `directory` (guide/start/) or `file` (guide/start.html).",
        choices=("directory", "file"),
        default="directory",
    ),
)

SECRET_KEYS: Final = (
    Key(
        name="env",
        doc="The name of the environment variable that holds the value; never the value itself.",
        required=True,
        pattern="^[A-Za-z_][A-Za-z0-9_]*$",
    ),
    Key(
        name="hosts",
        doc="The only hosts that the secret may be sent to.",
        type="list",
        required=True,
        minimum=1,
        item=Key(name="host", doc="Such as api.example.com or api.example.com:8443."),
    ),
)

CONFIG_KEYS: Final = (
    Key(
        name="site",
        doc="The site that the assistant speaks for.",
        type="map",
        required=True,
        keys=SITE_KEYS,
    ),
    Key(
        name="sources",
        doc="Where the documents are.",
        type="list",
        required=True,
        minimum=1,
        item=Key(name="source", doc="A folder of documents.", type="map", keys=SOURCE_KEYS),
    ),
    Key(
        name="models",
        doc="The models to ask, tried in this order.",
        type="list",
        default="extractive",
        minimum=1,
        item=Key(
            name="model",
            doc="`extractive` is built in; `openai_compatible` is any such address; the others "
            "are providers by name.",
            type="variants",
            by="provider",
            variants=(("extractive", ()), *MODEL_KEYS.items()),
        ),
    ),
    Key(
        name="tools",
        doc="Live tools and actions by name, or a list of them with a `name` each; without this "
        "key the feature is off.",
        type="named",
        item=Key(name="tool", doc="A tool or an action.", type="map", keys=TOOL_KEYS),
    ),
    Key(
        name="python_tools",
        doc="Python modules whose functions marked with `@tool` are tools too.",
        type="list",
        default="none",
        item=Key(name="module", doc="A module, such as acme.tools.", pattern=MODULE, maximum=200),
    ),
    Key(
        name="page_tools",
        doc="What holds for tools that a page defines in its own script.",
        type="map",
        keys=(
            Key(
                name="unconfirmed",
                doc="What happens to a page's tool that is not marked read-only and has no "
                "confirmation: `ask` the reader first, or `run` it.",
                choices=("ask", "run"),
                default="ask",
            ),
        ),
    ),
    Key(
        name="secrets",
        doc="Secrets for request headers, by name. Their values stay in the environment.",
        type="named",
        pattern="^[A-Za-z][A-Za-z0-9_]{0,63}$",
        item=Key(name="secret", doc="A secret.", type="map", keys=SECRET_KEYS),
    ),
    Key(
        name="turn",
        doc="How one question is answered.",
        type="map",
        keys=(
            Key(
                name="mode",
                doc="`agentic` lets the model call functions first; `one_shot` never does.",
                choices=("agentic", "one_shot"),
                default="agentic where a function is enabled, else one_shot",
            ),
            Key(
                name="max_steps",
                doc="How many function calls one answer may take.",
                type="integer",
                minimum=1,
                maximum=20,
                default="4",
            ),
            Key(
                name="approval_minutes",
                doc="How long a call that needs the reader's approval waits for it.",
                type="integer",
                minimum=1,
                maximum=525_600,
                default="1440",
            ),
            Key(
                name="keep_days",
                doc="How long after a turn has ended what it needed to go on is kept: its steps, "
                "the arguments and replies of its calls, evidence that its answer does not cite.",
                type="integer",
                minimum=1,
                maximum=3650,
                default="30",
            ),
        ),
    ),
    Key(
        name="actions",
        doc="What holds for every action.",
        type="map",
        keys=(
            Key(
                name="expire_minutes",
                doc="How long an offered action may be pressed.",
                type="integer",
                minimum=1,
                maximum=525_600,
                default="1440",
            ),
        ),
    ),
)
