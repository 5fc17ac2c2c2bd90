"""Bodies are decoded as they come, and never beyond their limit (SPEC D5, B106)."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import pytest
from guard_server import gzip_bomb
from hypothesis import given
from hypothesis import strategies as st

from docsteward.netguard import Refused
from docsteward.netguard.body import Body


def _raw_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return stream.compress(data) + stream.flush()


CODERS = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    "X-GZIP": gzip.compress,
    "deflate": zlib.compress,
    "Deflate": _raw_deflate,
}


def _read(coding: str, wire: bytes, *, piece: int, limit: int) -> tuple[bytes, bool]:
    body = Body(coding, limit=limit)
    for at in range(0, len(wire), piece):
        body.feed(wire[at : at + piece])
        if body.is_full:
            break
    return body.finish()


@pytest.mark.parametrize("coding", CODERS)
@given(data=st.binary(max_size=400), piece=st.integers(1, 50), limit=st.integers(1, 400))
def test_b106_any_cutting_gives_the_same_bounded_body(
    coding: str, data: bytes, piece: int, limit: int
) -> None:
    wire = CODERS[coding](data)
    assert _read(coding, wire, piece=piece, limit=limit) == (data[:limit], len(data) > limit)


@given(parts=st.lists(st.binary(max_size=40), min_size=1, max_size=4), piece=st.integers(1, 30))
def test_gzip_members_are_read_one_after_another(parts: list[bytes], piece: int) -> None:
    wire = b"".join(map(gzip.compress, parts))
    assert _read("gzip", wire, piece=piece, limit=999) == (b"".join(parts), False)


@pytest.mark.parametrize("padding", [b"\0" * 64, b"\x1f", b"\x1fx" * 40, b"junk"])
@pytest.mark.parametrize("piece", [1, 7, 999])
def test_padding_after_gzip_is_ignored(padding: bytes, piece: int) -> None:
    assert _read("gzip", gzip.compress(b"ok") + padding, piece=piece, limit=99) == (b"ok", False)


@pytest.mark.parametrize("coding", ["gzip", "deflate", ""])
def test_an_empty_body_is_whole(coding: str) -> None:
    assert Body(coding, limit=9).finish() == (b"", False)


@pytest.mark.parametrize("coding", ["br", "zstd", "compress", "gzip, gzip", "gzip, br"])
def test_codings_that_were_not_asked_for_are_refused(coding: str) -> None:
    with pytest.raises(Refused, match="encoding_unknown"):
        Body(coding, limit=9)


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_torn_body_is_refused(coding: str) -> None:
    wire = CODERS[coding](b"x" * 50)
    for end in range(1, len(wire)):
        with pytest.raises(Refused, match="bad_response"):
            _read(coding, wire[:end], piece=8, limit=99)


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_wrong_data_is_refused(coding: str) -> None:
    with pytest.raises(Refused, match="bad_response"):
        _read(coding, b"\xff\xff plain text", piece=99, limit=99)


def test_b106_a_bomb_of_100_megabytes_takes_little_memory() -> None:
    """SPEC D5: 100 MB of zeros in 100 KB of gzip."""
    bomb = gzip_bomb()
    assert len(bomb) < 150_000
    tracemalloc.start()
    try:
        data, truncated = _read("gzip", bomb, piece=16384, limit=102400)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (len(data), truncated) == (102400, True)
    assert peak < 1_000_000
