"""The data of server-sent events, out of bytes in pieces of any size; no I/O."""

from __future__ import annotations

# No honest event comes near this; a server that never ends a line must not fill the memory.
EVENT_LIMIT = 4_000_000
# A reply of every token that today's largest models write, and their thinking, is below this.
STREAM_LIMIT = 64_000_000


class StreamTooLarge(ValueError):
    """A server sent more than can be read: one event too long or nested too deeply, or all."""


class EventData:
    """Takes an event stream in pieces and gives the data of each event that is whole.

    Lines may end in LF, CRLF or CR; comments, names and ids are passed over. Raises
    StreamTooLarge.
    """

    def __init__(self) -> None:
        self._pending = bytearray()
        self._data: list[str] = []
        self._size = 0
        self._all = 0

    def feed(self, data: bytes) -> list[str]:
        """Return the data of the events that these bytes end."""
        goes_on = b"\n" not in data and b"\r" not in data and not self._pending.endswith(b"\r")
        self._pending += data
        self._all += len(data)
        if self._all > STREAM_LIMIT:
            raise StreamTooLarge(f"the stream is longer than {STREAM_LIMIT} bytes")
        # Only with an end in it is a line looked at, for a long one may come in small pieces.
        lines = [] if goes_on else bytes(self._pending).splitlines(keepends=True)
        # A line is whole once its end is seen; after a bare CR an LF may still follow.
        if not goes_on:
            open_end = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
            self._pending = bytearray(open_end)
        if len(self._pending) + self._size > EVENT_LIMIT:
            raise StreamTooLarge(f"one event is longer than {EVENT_LIMIT} bytes")
        whole: list[str] = []
        for line in lines:
            self._line(line, whole)
        return whole

    def close(self) -> list[str]:
        """Return what was still open when the server closed the stream."""
        whole: list[str] = []
        if self._pending:
            self._line(bytes(self._pending), whole)
            self._pending.clear()
        self._end(whole)
        return whole

    def _line(self, raw: bytes, whole: list[str]) -> None:
        line = raw.rstrip(b"\r\n").decode("utf-8", "replace")
        if not line:
            self._end(whole)
        elif line.startswith("data:"):
            self._data.append(line[5:].removeprefix(" "))
            self._size += len(raw)

    def _end(self, whole: list[str]) -> None:
        if self._data:
            whole.append("\n".join(self._data))
            self._data.clear()
            self._size = 0
