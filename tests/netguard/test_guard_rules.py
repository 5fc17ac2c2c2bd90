"""Who may reach what: the guard's rules and the operator's list (SPEC D5)."""

from __future__ import annotations

import pytest

from docsteward.base.errors import OperatorFault
from docsteward.netguard import Refused
from docsteward.netguard.rules import AllowedHosts, GuardRules, OperatorRules
from docsteward.netguard.target import parse_target


@pytest.mark.parametrize(
    ("entry", "url", "listed"),
    [
        ("wiki", "http://wiki/", True),
        ("wiki", "https://wiki/", True),
        ("wiki", "http://wiki:8080/", False),
        ("wiki:8080", "http://wiki:8080/", True),
        ("wiki:8080", "http://wiki/", False),
        ("Wiki.", "http://WIKI/", True),
        ("wiki", "http://a.wiki/", False),
        ("bücher.test", "http://xn--bcher-kva.test/", True),
        ("10.0.0.5:81", "http://10.0.0.5:81/", True),
        ("[fd00:0::5]", "http://[fd00::5]/", True),
        ("rag_api:8000", "http://rag_api:8000/", True),
    ],
)
def test_an_entry_covers_exactly_its_host_and_port(entry: str, url: str, listed: bool) -> None:
    assert (parse_target(url) in AllowedHosts([entry])) is listed


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "http://wiki",
        "wiki/",
        "wiki:0",
        "wiki:99999999",
        "*.wiki",
        "::1",
        "[wiki]",
        "a b",
        "user@wiki",
        "127.1",
        "wiki:",
    ],
)
def test_an_unreadable_entry_is_an_operators_fault(entry: str) -> None:
    with pytest.raises(OperatorFault) as caught:
        AllowedHosts([entry])
    assert caught.value.code == "allow_entry"
    assert repr(entry) in caught.value.message


def test_b110_one_bad_address_refuses_the_host_and_keeps_the_secret() -> None:
    """The message may reach a model: what the name resolved to is for the log alone."""
    rules = GuardRules(AllowedHosts([]))
    with pytest.raises(Refused) as caught:
        rules.check_addresses(parse_target("http://a.test/"), ["93.184.215.14", "10.0.0.7"])
    assert caught.value.code == "address_refused"
    assert "10.0.0.7" not in caught.value.message
    assert "10.0.0.7" in caught.value.operator_note


def test_checked_addresses_keep_their_order_and_come_once() -> None:
    rules = GuardRules(AllowedHosts([]))
    found = ["2606:2800:0::1", "93.184.215.14", "2606:2800::1"]
    target = parse_target("http://a.test/")
    assert rules.check_addresses(target, found) == ["2606:2800::1", "93.184.215.14"]


@pytest.mark.parametrize("port", [22, 25, 6379, 11211])
def test_ports_of_other_protocols_are_refused_unless_listed(port: int) -> None:
    target = parse_target(f"http://a.test:{port}/")
    with pytest.raises(Refused, match="port_refused"):
        GuardRules(AllowedHosts([])).check_target(target)
    GuardRules(AllowedHosts([f"a.test:{port}"])).check_target(target)


def test_other_ports_of_public_hosts_are_open() -> None:
    GuardRules(AllowedHosts([])).check_target(parse_target("http://a.test:8080/"))


def test_the_operators_own_addresses_are_taken_as_they_are() -> None:
    target = parse_target("http://localhost:11434/")
    assert OperatorRules().check_addresses(target, ["::1", "127.0.0.1"]) == ["::1", "127.0.0.1"]
