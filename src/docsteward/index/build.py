"""Folders of documentation to one immutable index file, published at once (SPEC K1)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from docsteward.base.clock import Clock, SystemClock
from docsteward.base.errors import SiteFault
from docsteward.corpus.blocks import BlockScanner
from docsteward.corpus.folder import Skipped, SourceFile, list_folder, load_page
from docsteward.index.addresses import PageUrls, page_address, section_address
from docsteward.index.cache import ParsedPage, read_cache, write_cache
from docsteward.index.files import (
    SUFFIX,
    Pointer,
    file_hash,
    is_whole,
    read_pointer,
    replacing,
    sweep,
    write_pointer,
)
from docsteward.index.parts import split_parts
from docsteward.index.write import (
    FORMAT,
    IndexedPage,
    IndexedSection,
    content_digest,
    write_index,
)

# Raised when pages are parsed or cut differently, so that nothing cached before is used.
PARSER = 1
# Servers that have not yet moved to the new index still read one of those before.
KEPT_BEFORE = 2
# No build takes this long; an older temporary file is what a killed one left.
_STALE_SECONDS = 86_400

Stage = Literal["list", "read", "write"]


@dataclass(frozen=True, kw_only=True)
class FolderSource:
    """A folder of Markdown and where it is published.

    `page_urls` says how the site spells its addresses: `directory` for `BASE/tutorial/x/`,
    `file` for `BASE/tutorial/x.html`.
    """

    folder: Path
    url: str
    page_urls: PageUrls = "directory"


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a build is: `done` of `total` within a stage."""

    stage: Stage
    done: int
    total: int


@dataclass(frozen=True, kw_only=True)
class Built:
    """What a build did.

    `changed_pages` were parsed anew; `unchanged` says that no index was written, because the
    published one holds all this already.
    """

    digest: str
    path: Path
    pages: int
    sections: int
    changed_pages: int
    skipped: tuple[Skipped, ...]
    unchanged: bool
    seconds: float


@dataclass(frozen=True, kw_only=True)
class _Listed:
    source: FolderSource
    file: SourceFile


def build_index(
    sources: Sequence[FolderSource],
    out: Path,
    *,
    progress: Callable[[Progress], None] | None = None,
    clock: Clock | None = None,
) -> Built:
    """Build the index of some folders into `out` and publish it; readers see it when it is whole.

    Only changed files are parsed, nothing is written when nothing changed, and a broken file of
    an earlier build is made again. Broken pages are in `skipped`. Raises SiteFault
    `source_missing` or `source_empty`, OperatorFault `index_unwritable`.
    """
    clock = clock or SystemClock()
    began = clock.monotonic()
    tell = progress or _silent
    listed, skipped = _list(sources, tell)
    manifest = _manifest(listed)
    pointer = read_pointer(out)
    if pointer and pointer.manifest == manifest and is_whole(out, pointer):
        parse_skips = tuple(Skipped(path=path, reason=why) for path, why in pointer.skipped)
        return _built(out, pointer, skipped + parse_skips, 0, True, clock.monotonic() - began)
    parsed, broken, changed = _parse(listed, out, tell)
    if not parsed:
        raise _empty(sources)
    pages = [_indexed(source, page) for source, page in parsed]
    digest = content_digest([source.url for source in sources], pages)
    unchanged = pointer is not None and pointer.digest == digest and is_whole(out, pointer)
    published = Pointer(
        digest=digest,
        sha256=pointer.sha256 if pointer and unchanged else _write(out, digest, pages, tell),
        manifest=manifest,
        pages=len(pages),
        sections=sum(len(page.sections) for page in pages),
        skipped=tuple((item.path, item.reason) for item in broken),
    )
    write_pointer(out, published)
    sweep(out, published, KEPT_BEFORE, clock.now().timestamp() - _STALE_SECONDS)
    seconds = clock.monotonic() - began
    return _built(out, published, skipped + broken, changed, unchanged, seconds)


def _silent(_: Progress) -> None:
    return None


def _built(
    out: Path,
    pointer: Pointer,
    skipped: tuple[Skipped, ...],
    changed: int,
    unchanged: bool,
    seconds: float,
) -> Built:
    return Built(
        digest=pointer.digest,
        path=out / pointer.file_name,
        pages=pointer.pages,
        sections=pointer.sections,
        changed_pages=changed,
        skipped=tuple(sorted(skipped, key=lambda item: item.path)),
        unchanged=unchanged,
        seconds=seconds,
    )


def _list(
    sources: Sequence[FolderSource], tell: Callable[[Progress], None]
) -> tuple[list[_Listed], tuple[Skipped, ...]]:
    listed: dict[str, _Listed] = {}
    skipped: list[Skipped] = []
    for at, source in enumerate(sources, 1):
        listing = list_folder(source.folder)
        skipped += listing.skipped
        for file in listing.files:
            if file.page in listed:
                reason = f"an earlier source has the page {file.page!r} too; rename one of the two"
                skipped.append(Skipped(path=file.path, reason=reason))
            else:
                listed[file.page] = _Listed(source=source, file=file)
        tell(Progress(stage="list", done=at, total=len(sources)))
    if not listed:
        raise _empty(sources)
    return list(listed.values()), tuple(skipped)


def _empty(sources: Sequence[FolderSource]) -> SiteFault:
    folders = ", ".join(repr(str(source.folder)) for source in sources)
    return SiteFault(
        "source_empty",
        f"no page could be read in {folders}; name a folder that holds .md or .markdown files "
        "(the index that was published before stays)",
    )


def _manifest(listed: Sequence[_Listed]) -> str:
    found = hashlib.sha256(json.dumps([FORMAT, PARSER]).encode())
    for item in listed:
        settings = [item.source.url, item.source.page_urls, item.file.path, item.file.digest]
        found.update(json.dumps(settings).encode())
    return found.hexdigest()


def _parse(
    listed: Sequence[_Listed], out: Path, tell: Callable[[Progress], None]
) -> tuple[list[tuple[FolderSource, ParsedPage]], tuple[Skipped, ...], int]:
    cached = read_cache(out)
    kept: dict[str, ParsedPage] = {}
    parsed: list[tuple[FolderSource, ParsedPage]] = []
    broken: list[Skipped] = []
    scanner = BlockScanner()
    for done, item in enumerate(listed, 1):
        tell(Progress(stage="read", done=done, total=len(listed)))
        key = _key(item.file)
        page = cached.get(key)
        if page is None:
            try:
                key, page = _load(item, scanner)
            except SiteFault as fault:
                broken.append(Skipped(path=item.file.path, reason=fault.message))
                continue
        kept[key] = page
        parsed.append((item.source, page))
    if kept.keys() != cached.keys():
        write_cache(out, kept)
    return parsed, tuple(broken), len(kept.keys() - cached.keys())


def _load(item: _Listed, scanner: BlockScanner) -> tuple[str, ParsedPage]:
    file, page = load_page(item.source.folder, item.file, scanner=scanner)
    parts = tuple(split_parts(section.text, scanner) for section in page.sections)
    return _key(file), ParsedPage(source=page, parts=parts)


def _key(file: SourceFile) -> str:
    return f"{PARSER}:{file.digest}:{file.page}"


def _indexed(source: FolderSource, parsed: ParsedPage) -> IndexedPage:
    page = parsed.source
    url = page_address(source.url, page.page, source.page_urls)
    return IndexedPage(
        page=page.page,
        title=page.title,
        description=page.description,
        url=url,
        sections=tuple(
            IndexedSection(section=section, url=section_address(url, section.anchor), parts=parts)
            for section, parts in zip(page.sections, parsed.parts, strict=True)
        ),
    )


def _write(
    out: Path, digest: str, pages: Sequence[IndexedPage], tell: Callable[[Progress], None]
) -> str:
    tell(Progress(stage="write", done=0, total=1))
    path = out / (digest + SUFFIX)
    with replacing(path) as temporary:
        write_index(temporary, digest, pages)
    tell(Progress(stage="write", done=1, total=1))
    return file_hash(path)
