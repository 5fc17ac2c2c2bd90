"""Files that are whole or not there: atomic writes, and the pointer to the published index."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from docsteward.base.errors import OperatorFault

POINTER = "current"
SUFFIX = ".index"
_CHUNK = 1 << 20


class Pointer(BaseModel):
    """Which index file is published, how to know that it is whole, and what it was made from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # The digest names a file, so nothing but a hash may stand there.
    digest: str = Field(pattern=r"\A[0-9a-f]{64}\z")
    sha256: str
    manifest: str
    pages: int
    sections: int
    skipped: tuple[tuple[str, str], ...] = ()

    @property
    def file_name(self) -> str:
        return self.digest + SUFFIX


def read_pointer(folder: Path) -> Pointer | None:
    """Return what the pointer of a folder says, or nothing when it is absent or broken."""
    try:
        return Pointer.model_validate_json((folder / POINTER).read_bytes())
    except (OSError, ValidationError):
        return None


def write_pointer(folder: Path, pointer: Pointer) -> None:
    """Publish an index: from here on, readers who open the folder get this one."""
    write_whole(folder / POINTER, pointer.model_dump_json().encode())


def is_whole(folder: Path, pointer: Pointer) -> bool:
    """Say whether the file a pointer names is there, byte for byte as it was written."""
    try:
        return file_hash(folder / pointer.file_name) == pointer.sha256
    except OSError:
        return False


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file. Raises OSError when it cannot be read."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            found.update(chunk)
    return found.hexdigest()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that readers see the old one or the new one, and never half of it."""
    with replacing(path) as temporary:
        temporary.write_bytes(data)


@contextmanager
def replacing(path: Path) -> Generator[Path]:
    """Give a temporary path; what is written there takes the place of `path` on a clean exit.

    Raises OperatorFault `index_unwritable` when the disk refuses.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        _flush(temporary)
        temporary.replace(path)
        _flush(path.parent)
    except OSError as error:
        raise OperatorFault(
            "index_unwritable",
            f"{str(path)!r} cannot be written ({error.strerror}); make room on the disk, or give "
            "the server a data folder that it may write to",
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def sweep(folder: Path, kept: Pointer, count: int, before: float) -> None:
    """Remove what is no longer read: indexes but the `count` newest beside the kept one, and
    temporary files last written before a moment (seconds since 1970)."""
    others = [path for path in folder.glob(f"*{SUFFIX}") if path.name != kept.file_name]
    old = sorted(others, key=lambda path: (_written_at(path), path.name), reverse=True)[count:]
    stale = [path for path in folder.glob(".*.tmp") if _written_at(path) < before]
    for path in (*old, *stale):
        # Another build may sweep the same folder.
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
