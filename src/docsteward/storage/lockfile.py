"""A lock file that says: one server at a time on this SQLite database."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from docsteward.base.errors import OperatorFault

if sys.platform != "win32":
    import fcntl


class LockFile:
    """Hold `path` exclusively for as long as this process lives or until `release`.

    The system drops the lock when the process dies, so a crash leaves nothing to clean up.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock; raise OperatorFault `database_locked` when another server holds it."""
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        if sys.platform != "win32":
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.read(handle, 32).decode("ascii", "replace").strip() or "unknown"
                os.close(handle)
                raise OperatorFault(
                    "database_locked",
                    f"Another server (process {holder}) already runs on the database beside "
                    f"{str(self._path)!r}; stop it, or give this one its own database.",
                ) from None
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode("ascii"))
        self._handle = handle

    def release(self) -> None:
        """Give the lock back; harmless when it is not held."""
        # The file stays: were it deleted, two servers could lock two files of one name.
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
