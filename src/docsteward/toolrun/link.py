"""Running a `link`: the server has built the URL, and nothing is requested (SPEC D3, D6)."""

from __future__ import annotations

from docsteward.base.values import JsonObject
from docsteward.toolrun.prepare import ShareLink
from docsteward.toolspec.call import Ran
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin


def share_link(link: ShareLink, tool: Tool, args: JsonObject) -> Ran:
    """Return the link as evidence, which the model is to share as it is."""
    return Ran(
        args=args,
        text=f"{tool.title}: {link.url}",
        source=f"{tool.title} · from {Origin.of_url(link.url).host}",
        document=link.url,
        said=link.url,
        url=link.url,
        guidance=f"Nothing was requested. Share exactly this URL with the reader: {link.url}",
    )
