"""The one error of this room: a request that was refused, cut off or not answered."""

from __future__ import annotations

from typing import Literal

from docsteward.base.errors import ModelFault

RefusalCode = Literal[
    "bad_url",
    "scheme",
    "bad_header",
    "host_unresolved",
    "address_refused",
    "port_refused",
    "connect_failed",
    "tls_failed",
    "timeout",
    "too_large",
    "bad_response",
    "encoding_unknown",
    "redirect_refused",
    "too_many_redirects",
]


class Refused(ModelFault):
    """A request ended without a response that may be used (SPEC D5, D7).

    `code` is stable. `message` may be shown to a model and a reader, so it never holds what a
    name resolved to; `operator_note` does, and is for the server's own log. `sent` says that
    bytes of the request had left, so that a write may have taken effect (SPEC F3).
    """

    code: RefusalCode

    def __init__(
        self, code: RefusalCode, message: str, *, operator_note: str = "", sent: bool = False
    ) -> None:
        super().__init__(code, message)
        self.operator_note = operator_note
        self.sent = sent
