"""The address tables (SPEC D5), held against the standard library's own view."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.netguard.networks import is_forbidden, is_public, parse_address


def _in_form(form: str, inner: int) -> IPv6Address:
    """Return the transition form that carries an IPv4 address, by its own arithmetic."""
    values = {
        "mapped": 0xFFFF << 32 | inner,
        "compatible": inner,
        "translated": 0xFFFF << 48 | inner,
        "nat64": 0x64FF9B << 96 | inner,
        "nat64 local": 0x64FF9B0001 << 80 | inner,
        "nat64 local, split": (0x64FF9B0001 << 80 | (inner >> 16) << 64 | (inner & 0xFFFF) << 40),
        "6to4": 0x2002 << 112 | inner << 80,
        "teredo client": 0x20010000 << 96 | (inner ^ 0xFFFFFFFF),
        "teredo server": 0x20010000 << 96 | inner << 64,
    }
    return IPv6Address(values[form])


FORMS = [
    "mapped",
    "compatible",
    "translated",
    "nat64",
    "nat64 local",
    "nat64 local, split",
    "6to4",
    "teredo client",
    "teredo server",
]


@given(st.ip_addresses(v=4))
def test_no_address_that_python_calls_special_is_public(address: IPv4Address | IPv6Address) -> None:
    """The explicit table is never laxer than `ipaddress`, which differs between releases."""
    special = address.is_private or address.is_multicast or address.is_reserved
    if special or address.is_loopback or address.is_link_local or address.is_unspecified:
        assert not is_public(address)


@given(st.ip_addresses(v=6))
def test_no_ipv6_address_that_python_calls_special_is_public(
    address: IPv4Address | IPv6Address,
) -> None:
    if not address.is_global or address.is_multicast or address.is_reserved:
        assert not is_public(address)


@pytest.mark.parametrize("form", FORMS)
@given(inner=st.integers(min_value=2, max_value=0xFFFFFFFF))
def test_transition_forms_are_refused_whatever_they_carry(form: str, inner: int) -> None:
    assert not is_public(_in_form(form, inner))


@pytest.mark.parametrize("form", FORMS)
def test_transition_forms_of_metadata_stay_refused(form: str) -> None:
    assert is_forbidden(_in_form(form, int(IPv4Address("169.254.169.254"))))


@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)))
def test_what_is_forbidden_is_never_public(address: IPv4Address | IPv6Address) -> None:
    assert not (is_forbidden(address) and is_public(address))


@pytest.mark.parametrize(
    "text",
    [
        "169.254.169.254",
        "169.254.170.2",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "fd00:ec2::254",
        "fd20:ce::254",
        "fd00:42::42",
        "fd00:c1::a9fe:a9fe",
        "0.0.0.0",
        "::",
        "fe80::1",
        "ff02::1",
        "224.0.0.1",
        "255.255.255.255",
    ],
)
def test_forbidden_even_when_listed(text: str) -> None:
    assert is_forbidden(ip_address(text))


@pytest.mark.parametrize("text", ["10.0.0.5", "127.0.0.1", "::1", "fd00::5", "100.64.0.1"])
def test_internal_addresses_may_be_listed(text: str) -> None:
    address = ip_address(text)
    assert not is_public(address)
    assert not is_forbidden(address)


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("2606:2800:21f:cb07:0:5efe:10.0.0.1", False),
        ("2606:2800:21f:cb07:200:5efe:10.0.0.1", False),
        ("2606:2800:21f:cb07:0:5efe:93.184.215.14", True),
        ("2606:2800:21f:cb07::192.168.0.1", False),
        ("2606:2800:21f:cb07::93.184.215.14", True),
        ("2606:2800:21f:cb07::1", True),
    ],
)
def test_hinted_addresses_decide(text: str, public: bool) -> None:
    assert is_public(ip_address(text)) is public


@pytest.mark.parametrize("text", ["fe80::1%lo", "::1%1", "localhost", "", "127.1", "1.2.3.4/8"])
def test_a_resolvers_odd_answers_are_no_addresses(text: str) -> None:
    assert parse_address(text) is None
