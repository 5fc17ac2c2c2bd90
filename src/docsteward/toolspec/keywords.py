"""The keywords of a parameter's schema, as one table (SPEC B1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

SCALARS: Final = ("string", "number", "integer", "boolean")
TYPES: Final = (*SCALARS, "array", "object")
FORMATS: Final = ("email", "uri", "date", "date-time", "time", "uuid", "multiline")

_NUMERIC: Final = ("number", "integer")
_ARRAY: Final = ("array",)
_OBJECT: Final = ("object",)

Kind = Literal[
    "text",
    "count",
    "number",
    "positive",
    "format",
    "pattern",
    "value",
    "values",
    "json",
    "flag",
    "schema",
    "schemas",
    "names",
    "open",
]

# Every keyword: the types it goes with, and what its value must be.
KEYWORDS: Final[Mapping[str, tuple[tuple[str, ...], Kind]]] = {
    "description": (TYPES, "text"),
    "title": (TYPES, "text"),
    "enum": (SCALARS, "values"),
    "const": (SCALARS, "value"),
    "default": (TYPES, "json"),
    "format": (("string",), "format"),
    "minLength": (("string",), "count"),
    "maxLength": (("string",), "count"),
    "pattern": (("string",), "pattern"),
    "minimum": (_NUMERIC, "number"),
    "maximum": (_NUMERIC, "number"),
    "exclusiveMinimum": (_NUMERIC, "number"),
    "exclusiveMaximum": (_NUMERIC, "number"),
    "multipleOf": (_NUMERIC, "positive"),
    "items": (_ARRAY, "schema"),
    "minItems": (_ARRAY, "count"),
    "maxItems": (_ARRAY, "count"),
    "uniqueItems": (_ARRAY, "flag"),
    "properties": (_OBJECT, "schemas"),
    "required": (_OBJECT, "names"),
    "additionalProperties": (_OBJECT, "open"),
}

PAIRS: Final = (
    ("minLength", "maxLength"),
    ("minimum", "maximum"),
    ("minItems", "maxItems"),
)

# The strictest provider's bounds, so that a tool which loads can be sent to each of them.
MAX_NESTING: Final = 8
MAX_PROPERTIES: Final = 200
MAX_ENUM: Final = 500

TEMPLATE_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
# What every provider takes as the name of a property.
FREE_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
