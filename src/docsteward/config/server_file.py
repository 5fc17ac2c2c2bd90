"""`server.yml`, the operator's own file: what no site, reader or model may decide (SPEC D5)."""

from __future__ import annotations

from pathlib import Path
from typing import Final, cast

from docsteward.base.errors import OperatorFault
from docsteward.base.values import JsonValue
from docsteward.config.document import read_document
from docsteward.netguard.rules import AllowedHosts
from docsteward.toolspec.keys import Key, check_keys, is_mapping

MAX_SERVER_FILE_BYTES: Final = 1_000_000

SERVER_KEYS: Final = (
    Key(
        name="internal_hosts",
        doc="Hosts of the operator's own network that tools may reach.",
        type="list",
        item=Key(name="host", doc="`host` or `host:port`.", maximum=300),
    ),
)


def read_internal_hosts(file: Path | None) -> tuple[str, ...]:
    """Return the internal hosts that the operator lets tools reach; none without a file.

    Raises OperatorFault `server_file_invalid` with every fault of the file and its line, and
    `allow_entry` for an entry that is no host.
    """
    if file is None:
        return ()
    document = read_document(_text(file))
    lines = [f"line {one.line}: {one.message}; {one.cure}" for one in document.faults]
    raw = document.value if document.value is not None else {}
    if is_mapping(raw):
        faults = check_keys(raw, SERVER_KEYS, "")
        lines += [f"line {document.line(one.key)}: {one.message}; {one.cure}" for one in faults]
    elif not lines:
        lines = ["line 1: the file holds no group of keys; write 'internal_hosts: [...]'"]
    if lines:
        raise _invalid(file, "has faults.\n" + "\n".join(lines))
    hosts = cast("dict[str, JsonValue]", raw).get("internal_hosts") or []
    found = tuple(cast("list[str]", hosts))
    AllowedHosts(found)
    return found


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_SERVER_FILE_BYTES + 1)
        if len(data) > MAX_SERVER_FILE_BYTES:
            raise _invalid(file, f"is over {MAX_SERVER_FILE_BYTES} bytes; make it smaller.")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise _invalid(file, f"can't be read ({error.strerror}); name another file.") from None
    except UnicodeDecodeError:
        raise _invalid(file, "is not UTF-8 text; save it as UTF-8.") from None


def _invalid(file: Path, what: str) -> OperatorFault:
    return OperatorFault("server_file_invalid", f"The operator's file {str(file)!r} {what}")
