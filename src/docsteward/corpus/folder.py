"""A folder of Markdown to pages: list with content hashes first, parse only what is needed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docsteward.base.errors import SiteFault
from docsteward.corpus.blocks import BlockScanner
from docsteward.corpus.markdown import parse_markdown
from docsteward.corpus.section import SourcePage

ENDINGS = (".md", ".markdown")
# What package managers and builders leave in a project; none of it is its documentation.
FOREIGN_FOLDERS = frozenset(
    {"node_modules", "bower_components", "__pycache__", "site-packages", "venv"}
)
# A page that a reader could read is far smaller; a larger file is data or a mistake.
MAX_BYTES = 5_000_000


@dataclass(frozen=True, kw_only=True)
class SourceFile:
    """A file that will become a page: `path` within its folder, with `/`, and its SHA-256."""

    path: str
    page: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class Skipped:
    """A file that became no page, and why, in words that say how to mend it."""

    path: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class FolderListing:
    """What a folder holds, in the order of the paths."""

    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, kw_only=True)
class FolderRead:
    """The pages of a folder, in the order of their paths."""

    pages: tuple[SourcePage, ...]
    skipped: tuple[Skipped, ...]


def list_folder(root: Path) -> FolderListing:
    """List the Markdown files under a folder with the hash of what each holds.

    Hidden and foreign folders are passed over; links that lead out of the folder are reported
    and not followed. Raises SiteFault `source_missing` when there is no such folder.
    """
    if not root.is_dir():
        raise SiteFault(
            "source_missing",
            f"there is no folder {str(root)!r}; name the folder that holds the Markdown files "
            "under `sources` in docsteward.yml",
        )
    files: dict[str, SourceFile] = {}
    skipped: list[Skipped] = []
    real_root = root.resolve()
    for entry in sorted(_walk(root, real_root, (real_root,)), key=lambda found: found.path):
        listed = entry if isinstance(entry, Skipped) else _list_file(root, entry.path)
        if isinstance(listed, Skipped):
            skipped.append(listed)
        elif listed.page in files:
            skipped.append(_doubled(listed, files[listed.page]))
        else:
            files[listed.page] = listed
    return FolderListing(files=tuple(files.values()), skipped=tuple(skipped))


def load_page(
    root: Path, file: SourceFile, *, scanner: BlockScanner | None = None
) -> tuple[SourceFile, SourcePage]:
    """Read and parse one listed file; return it with the hash of what was read this time.

    Raises SiteFault `page_broken` (not UTF-8, or unreadable) or `front_matter`.
    """
    try:
        data = (root / file.path).read_bytes()
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SiteFault(
            "page_broken", f"byte {error.start} is not UTF-8; save the file as UTF-8"
        ) from error
    except OSError as error:
        raise SiteFault("page_broken", f"it cannot be read: {error.strerror}") from error
    read = SourceFile(path=file.path, page=file.page, digest=_digest(data))
    return read, parse_markdown(text, file.page, scanner=scanner)


def read_folder(root: Path) -> FolderRead:
    """Read every page under a folder; a broken file is reported and never stops the rest.

    Raises SiteFault `source_missing` when there is no such folder.
    """
    listing = list_folder(root)
    scanner = BlockScanner()
    pages: list[SourcePage] = []
    skipped = list(listing.skipped)
    for file in listing.files:
        try:
            pages.append(load_page(root, file, scanner=scanner)[1])
        except SiteFault as fault:
            skipped.append(Skipped(path=file.path, reason=fault.message))
    skipped.sort(key=lambda item: item.path)
    return FolderRead(pages=tuple(pages), skipped=tuple(skipped))


@dataclass(frozen=True, kw_only=True)
class _Found:
    path: str


def _walk(folder: Path, real_root: Path, above: tuple[Path, ...]) -> Iterator[_Found | Skipped]:
    root = folder
    pending = [(folder, above)]
    while pending:
        here, parents = pending.pop()
        entries = _entries(here)
        if isinstance(entries, str):
            yield Skipped(path=here.relative_to(root).as_posix(), reason=entries)
            continue
        for entry in entries:
            path = here / entry.name
            name = path.relative_to(root).as_posix()
            if entry.name.startswith(".") or entry.name in FOREIGN_FOLDERS:
                continue
            real = path.resolve() if entry.is_symlink() else None
            if real and not real.is_relative_to(real_root):
                if path.is_dir() or path.suffix.lower() in ENDINGS:
                    yield Skipped(path=name, reason="a link out of the folder is not followed")
            elif path.is_dir():
                inner = real or path.resolve()
                if inner not in parents:
                    pending.append((path, (*parents, inner)))
            elif path.suffix.lower() in ENDINGS:
                yield _Found(path=name)


def _entries(folder: Path) -> list[os.DirEntry[str]] | str:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError as error:
        return f"the folder cannot be read: {error.strerror}"


def _list_file(root: Path, path: str) -> SourceFile | Skipped:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        shown = path.encode("utf-8", "backslashreplace").decode()
        return Skipped(path=shown, reason="its name is not UTF-8; rename the file")
    if "#" in path:
        return Skipped(path=path, reason="its name holds '#', which parts page and section; rename")
    try:
        file = root / path
        if file.stat().st_size > MAX_BYTES:
            reason = f"it is larger than {MAX_BYTES:,} bytes; split it into pages"
            return Skipped(path=path, reason=reason)
        data = file.read_bytes()
    except OSError as error:
        return Skipped(path=path, reason=f"it cannot be read: {error.strerror}")
    return SourceFile(path=path, page=path.rsplit(".", 1)[0], digest=_digest(data))


def _doubled(file: SourceFile, other: SourceFile) -> Skipped:
    reason = f"{other.path!r} is the same page; rename one of the two"
    return Skipped(path=file.path, reason=reason)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
