"""Certificates for names of the test table, made once."""

from __future__ import annotations

import ssl

import pytest
import trustme
from guard_server import Certificates
from hypothesis import settings

# A busy machine is no fault of the code: examples are judged by what they show, not by time.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def certificates() -> Certificates:
    trusted, foreign = trustme.CA(), trustme.CA()
    client = ssl.create_default_context()
    # Its hint names pyOpenSSL, which is not installed.
    trusted.configure_trust(client)  # pyright: ignore[reportUnknownMemberType]
    server = _server_context(trusted, "public.test", "rebind.test", "xn--bcher-kva.test")
    unknown = _server_context(foreign, "selfsigned.test")

    def choose(sock: ssl.SSLObject | ssl.SSLSocket, name: str | None, _: ssl.SSLContext) -> None:
        if name == "selfsigned.test":
            sock.context = unknown

    server.sni_callback = choose
    return Certificates(client=client, server=server)


def _server_context(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    # Its hint names pyOpenSSL, which is not installed.
    authority.issue_cert(*names).configure_cert(  # pyright: ignore[reportUnknownMemberType]
        context
    )
    return context
