"""Where a page and a section are published (SPEC K2)."""

from __future__ import annotations

from typing import Literal
from urllib.parse import quote

PageUrls = Literal["directory", "file"]

_INDEX_NAMES = ("index", "README")
# RFC 3986: what may stand in a path segment or a fragment as it is.
_SAFE = "!$&'()*+,;=:@"


def page_address(base: str, page: str, style: PageUrls) -> str:
    """Return the address of a page: `BASE/a/b/` or `BASE/a/b.html`; an index is its folder."""
    *folders, name = page.split("/")
    inside = "".join(f"{quote(folder, safe=_SAFE)}/" for folder in folders)
    root = f"{base.rstrip('/')}/{inside}"
    if name in _INDEX_NAMES:
        return root
    return root + quote(name, safe=_SAFE) + ("/" if style == "directory" else ".html")


def section_address(page_url: str, anchor: str) -> str:
    """Return the address that opens a page at a section."""
    return f"{page_url}#{quote(anchor, safe=_SAFE + '/?')}" if anchor else page_url
