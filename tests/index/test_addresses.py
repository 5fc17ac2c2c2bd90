from __future__ import annotations

import pytest

from docsteward.index.addresses import PageUrls, page_address, section_address


@pytest.mark.parametrize(
    ("page", "style", "address"),
    [
        ("tutorial/path-params", "directory", "https://d.test/v1/tutorial/path-params/"),
        ("tutorial/path-params", "file", "https://d.test/v1/tutorial/path-params.html"),
        ("index", "directory", "https://d.test/v1/"),
        ("index", "file", "https://d.test/v1/"),
        ("tutorial/index", "directory", "https://d.test/v1/tutorial/"),
        ("tutorial/index", "file", "https://d.test/v1/tutorial/"),
        ("a/README", "directory", "https://d.test/v1/a/"),
        ("two words/100%?", "directory", "https://d.test/v1/two%20words/100%25%3F/"),
        ("水", "file", "https://d.test/v1/%E6%B0%B4.html"),
    ],
)
def test_k2_a_page_has_the_address_of_the_published_site(
    page: str, style: PageUrls, address: str
) -> None:
    assert page_address("https://d.test/v1/", page, style) == address
    assert page_address("https://d.test/v1", page, style) == address


def test_k2_a_section_is_opened_at_its_anchor() -> None:
    assert section_address("https://d.test/a/", "two words") == "https://d.test/a/#two%20words"
    assert section_address("https://d.test/a/", "") == "https://d.test/a/"
