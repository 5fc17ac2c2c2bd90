"""Identifiers: random, unguessable, and readable by their prefix."""

from __future__ import annotations

import base64
import secrets

_RANDOM_BYTES = 15  # 120 bits: nobody guesses one, and base32 needs no padding.


def new_id(prefix: str) -> str:
    """Return a fresh id such as `turn_k3v…`: the prefix, `_`, 24 lower-case characters."""
    return f"{prefix}_{base64.b32encode(secrets.token_bytes(_RANDOM_BYTES)).decode().lower()}"
