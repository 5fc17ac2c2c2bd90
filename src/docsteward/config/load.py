"""`docsteward.yml` to a `Config`, or to every fault of the file in one report (SPEC A5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from docsteward.config.build import build
from docsteward.config.document import read_document
from docsteward.config.faults import ConfigFaults, Fault
from docsteward.config.values import Config
from docsteward.toolspec.keys import is_mapping

MAX_FILE_BYTES: Final = 1_000_000


def load_config(path: Path, environ: Mapping[str, str]) -> Config:
    """Read the site's file; `environ` says which API keys there are.

    Raises ConfigFaults with all faults of the file, each with its line, key and cure.
    """
    return parse_config(_read(path), file=path.name, folder=path.resolve().parent, environ=environ)


def parse_config(text: str, *, file: str, folder: Path, environ: Mapping[str, str]) -> Config:
    """Read the text of a site's file, whose relative paths start at `folder`.

    Raises ConfigFaults with all faults of the text.
    """
    document = read_document(text)
    built = build(document.value, folder=folder, environ=environ)
    faults = [
        Fault(file=file, line=one.line, place=one.place, message=one.message, cure=one.cure)
        for one in document.faults
    ]
    found = () if isinstance(built, Config) else built
    if document.cut:
        # What seems to be missing may stand behind the place where reading ended.
        read = set(document.value if is_mapping(document.value) else ())
        found = [one for one in found if re.split(r"[.\[]", one.key)[0] in read]
    faults += [
        Fault(
            file=file,
            line=document.line(one.key),
            place=one.key,
            message=one.message,
            cure=one.cure,
        )
        for one in found
    ]
    if faults or not isinstance(built, Config):
        raise ConfigFaults(faults)
    return built


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        cure = "run 'docsteward init' to write one, or name another file"
        raise _unreadable(path, f"can't be read ({error.strerror})", cure) from None
    if len(data) > MAX_FILE_BYTES:
        raise _unreadable(path, f"is over {MAX_FILE_BYTES} bytes", "make it smaller")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _unreadable(path, "is not UTF-8 text", "save it as UTF-8", line) from None


def _unreadable(path: Path, what: str, cure: str, line: int = 1) -> ConfigFaults:
    message = f"{str(path)!r} {what}"
    return ConfigFaults([Fault(file=path.name, line=line, place="", message=message, cure=cure)])
