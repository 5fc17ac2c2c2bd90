"""Secrets at run time: put into headers for their own hosts, struck out of all else (SPEC D2)."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import quote, quote_plus

from docsteward.base.errors import ModelFault
from docsteward.toolrun.reply import Reading
from docsteward.toolspec.call import Failed, Ran
from docsteward.toolspec.runs import Header
from docsteward.toolspec.secrets import Secret
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin

STRUCK = "[secret]"
# Less is no secret, and would strike out half of every reply.
_SHORTEST = 4


class Secrets:
    """A site's secrets, with their values in the environment that it is given.

    A value is read when a request is made, never before, and leaves this room in a header alone.
    """

    def __init__(self, secrets: Sequence[Secret] = (), environ: Mapping[str, str] | None = None):
        self._secrets = {secret.name: secret for secret in secrets}
        self._environ = environ or {}

    def __repr__(self) -> str:
        return f"Secrets({sorted(self._secrets)})"

    def headers(self, written: Sequence[Header], url: str) -> dict[str, str]:
        """Return headers with the secrets in them, for a request to this URL.

        Raises ModelFault `secret_refused` for a secret that may not go to the URL's host, is
        unknown or has no value; the message names the secret and never its value.
        """
        origin = Origin.of_url(url)
        found: dict[str, str] = {}
        for header in written:
            values = {name: self._value(name, origin) for name in header.secrets}
            found[header.name] = header.value(values)
        return found

    def _value(self, name: str, origin: Origin) -> str:
        secret = self._secrets.get(name)
        if secret is None:
            raise _refused(f"the site has no secret named {name!r}")
        if not secret.covers(origin):
            raise _refused(f"its secret {name!r} is not for {str(origin)!r}")
        value = self._environ.get(secret.env, "").strip()
        if not value:
            raise _refused(f"its secret {name!r} has no value in the server's environment")
        return value

    def reading(self, tool: Tool, limit: int) -> Reading:
        """Return how a tool's reply is to be read, with every secret struck out (SPEC D6)."""
        return Reading(
            limit=limit,
            pick=tool.reply_pick,
            strike=lambda text, cut: self.strike(text, cut=cut),
        )

    def strike(self, text: str, *, cut: bool = False) -> str:
        """Return a text without any secret, in whatever spelling a reply may give it back.

        With `cut` the text was broken off: the beginning of a secret at its end goes too.
        """
        forms = sorted({form for value in self._values() for form in _forms(value)}, key=len)
        for form in reversed(forms):
            text = text.replace(form, STRUCK)
            # A percent-escape may be written in small letters too.
            if "%" in form:
                text = re.sub(_any_case_escapes(form), STRUCK, text)
        return _without_beginning(text, forms) if cut else text

    def strike_outcome(self, outcome: Ran | Failed) -> Ran | Failed:
        """Return an outcome without any secret in its words."""
        strike = self.strike
        match outcome:
            case Ran():
                return replace(
                    outcome,
                    text=strike(outcome.text),
                    source=strike(outcome.source),
                    document=strike(outcome.document),
                    said=strike(outcome.said),
                    url=None if outcome.url is None else strike(outcome.url),
                    guidance=strike(outcome.guidance),
                )
            case Failed():
                return replace(outcome, message=strike(outcome.message))

    def _values(self) -> Iterator[str]:
        for secret in self._secrets.values():
            value = self._environ.get(secret.env, "").strip()
            if len(value) >= _SHORTEST:
                yield value


def _refused(why: str) -> ModelFault:
    return ModelFault("secret_refused", f"The request was not sent: {why}.")


def _forms(value: str) -> Iterator[str]:
    yield value
    yield quote(value, safe="")
    yield quote(value)
    yield quote_plus(value)
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield json.dumps(value)[1:-1].replace("/", "\\/")
    yield html.escape(value)
    yield base64.b64encode(value.encode()).decode()


def _any_case_escapes(form: str) -> str:
    parts = re.split(r"(%[0-9A-F]{2})", form)
    return "".join(f"(?i:{part})" if part[:1] == "%" else re.escape(part) for part in parts)


def _without_beginning(text: str, forms: Sequence[str]) -> str:
    for form in forms:
        for length in range(min(len(form) - 1, len(text)), _SHORTEST - 1, -1):
            if text.endswith(form[:length]):
                return text[:-length] + STRUCK
    return text
