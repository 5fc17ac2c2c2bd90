from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from docsteward.corpus.anchors import name_anchors, slug


@given(st.text())
def test_slugs_can_stand_in_an_address(title: str) -> None:
    assert slug(title).isascii()
    assert not set(slug(title)) & set(" #?/%\n")


@given(st.lists(st.tuples(st.text(max_size=5), st.sampled_from(["", "", "a", "a_1", "b"]))))
def test_anchors_are_never_shared_or_empty(headings: list[tuple[str, str]]) -> None:
    anchors = name_anchors(headings)
    assert len(anchors) == len(set(anchors)) == len(headings)
    assert all(anchors)
    for given_id in {wanted for _, wanted in headings if wanted}:
        first = next(at for at, (_, wanted) in enumerate(headings) if wanted == given_id)
        assert anchors[first] == given_id
