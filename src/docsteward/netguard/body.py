"""A response body, decoded as it comes and never beyond its limit."""

from __future__ import annotations

import zlib
from typing import Protocol

from docsteward.base.text import shorten
from docsteward.netguard.refusal import Refused

ACCEPT_ENCODING = b"gzip, deflate"

_GZIP = 16 + zlib.MAX_WBITS
_GZIP_MAGIC = b"\x1f\x8b"


class Decoder(Protocol):
    """One content coding, undone piece by piece."""

    def decode(self, data: bytes, room: int) -> bytes:
        """Return at most `room` bytes; what would not fit may be lost. Raises `zlib.error`."""
        ...

    def is_whole(self) -> bool:
        """Say whether the coded data has come to its end."""
        ...


class Body:
    """Collects at most `limit` decoded bytes (SPEC D5, B106).

    Raises `Refused`: `encoding_unknown` for a coding that was not offered, or several;
    `bad_response` for data that is not what its coding says.
    """

    def __init__(self, coding: str, *, limit: int) -> None:
        self._decoder = _decoder(coding)
        self._limit = limit
        self._data = bytearray()

    @property
    def is_full(self) -> bool:
        """Whether more than the limit has come, so that reading on is pointless."""
        return len(self._data) > self._limit

    def feed(self, data: bytes) -> None:
        """Take the next piece as it came off the wire."""
        # One byte over the limit is kept: it tells a cut body from one that just fits.
        room = self._limit + 1 - len(self._data)
        try:
            self._data += self._decoder.decode(data, room)
        except zlib.error as error:
            raise Refused(
                "bad_response", "The reply is not compressed as it says.", operator_note=str(error)
            ) from error

    def finish(self) -> tuple[bytes, bool]:
        """Return the body and whether it was cut."""
        if self.is_full:
            return bytes(self._data[: self._limit]), True
        if not self._decoder.is_whole():
            raise Refused("bad_response", "The compressed reply ends in the middle.")
        return bytes(self._data), False


def _decoder(coding: str) -> Decoder:
    names = [name.strip().lower() for name in coding.split(",")]
    match [name for name in names if name not in ("", "identity")]:
        case []:
            return _Identity()
        case ["gzip" | "x-gzip"]:
            return _Gzip()
        case ["deflate"]:
            return _Deflate()
        case _:
            # Codings may be stacked to multiply a bomb; nobody honest stacks them.
            raise Refused(
                "encoding_unknown",
                f"The reply is encoded as {shorten(coding, 40)!r}, which was not asked for.",
            )


class _Identity:
    def decode(self, data: bytes, room: int) -> bytes:
        return data[:room]

    def is_whole(self) -> bool:
        return True


class _Gzip:
    """One or more members (RFC 1952, section 2.2); padding after the last is ignored."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(_GZIP)
        self._started = False
        self._between = b""

    def decode(self, data: bytes, room: int) -> bytes:
        self._started = self._started or bool(data)
        out = bytearray()
        while data and len(out) < room:
            if self._member.eof:
                data = self._after_member(data)
            out += self._member.decompress(data, room - len(out)) if data else b""
            data = self._member.unused_data if data and self._member.eof else b""
        return bytes(out)

    def _after_member(self, data: bytes) -> bytes:
        """Begin another member if one follows and return its data; nothing for padding."""
        if len(self._between) == len(_GZIP_MAGIC):
            return b""  # Padding: two bytes told, the rest is not even kept.
        data = self._between + data
        self._between = data[: len(_GZIP_MAGIC)]
        if self._between != _GZIP_MAGIC:
            return b""
        self._between = b""
        self._member = zlib.decompressobj(_GZIP)
        return data

    def is_whole(self) -> bool:
        return self._member.eof or not self._started


class _Deflate:
    """The zlib format (RFC 1950), or the raw one that some servers send by mistake."""

    def __init__(self) -> None:
        self._head = b""
        self._stream = zlib.decompressobj()
        self._started = False

    def decode(self, data: bytes, room: int) -> bytes:
        if not self._started:
            data = self._head = self._head + data
            if len(data) < 2:
                return b""
            self._started = True
            self._stream = zlib.decompressobj(_window(data))
        return b"" if self._stream.eof else self._stream.decompress(data, room)

    def is_whole(self) -> bool:
        return self._stream.eof if self._started else not self._head


def _window(head: bytes) -> int:
    # A zlib header names method 8 and is a multiple of 31 (RFC 1950, section 2.2).
    is_zlib = head[0] & 0x0F == 8 and int.from_bytes(head[:2], "big") % 31 == 0
    return zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS
