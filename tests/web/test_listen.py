"""Listening: a taken port is a clear fault, and nothing is served then."""

from __future__ import annotations

import socket

import pytest
from starlette.types import Receive, Scope, Send

from docsteward.base.errors import OperatorFault
from docsteward.web.listen import Site, listen


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("nothing is served")


@pytest.mark.parametrize("first_is_free", [True, False])
async def test_a_taken_port_is_named_with_its_cure(first_is_free: bool) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        busy = Site(app=nothing, host="127.0.0.1", port=port)
        free = Site(app=nothing, host="127.0.0.1", port=0)
        with pytest.raises(OperatorFault) as fault:
            await (listen(free, busy) if first_is_free else listen(busy, free))
    assert fault.value.code == "port_taken"
    assert str(port) in fault.value.message
    assert "--port" in fault.value.message
