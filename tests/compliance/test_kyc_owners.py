"""Who stands behind a company: parts multiplied along paths, circles, and people without enough of it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from retaguarda.compliance.kyc.resolve_owners import KycOwner, KycOwnership, resolve_owners

SUBJECT, A, B = "11222333000181", "11444777000161", "45723174000110"
PAULA, QUIM, RITA = "52998224725", "39053344705", "15350946056"


def owner(document: str, share: int, of: str = "", **more: Any) -> KycOwner:
    return KycOwner(name=f"Name {document}", document=document, share=share, of=of, **more)


def traced(*owners: KycOwner) -> KycOwnership:
    found = resolve_owners(SUBJECT, owners)
    assert found is not None
    return found


def people(found: KycOwnership) -> dict[str, tuple[int, str | None]]:
    return {each.document: (each.share, each.because) for each in found.owners}


def test_parts_are_multiplied_along_each_path_and_added_up() -> None:
    found = traced(
        owner(PAULA, 1_000),
        owner(A, 6_000),
        owner(B, 3_000),
        owner(PAULA, 2_500, A),
        owner(QUIM, 7_500, A),
        owner(RITA, 5_000, B),
    )
    assert people(found) == {PAULA: (2_500, "share"), QUIM: (4_500, "share"), RITA: (1_500, None)}
    assert (found.untraced, found.circular) == (1_500, False)
    assert [(line.depth, line.document, line.share, line.reached) for line in found.lines] == [
        (1, A, 6_000, 6_000),
        (2, QUIM, 7_500, 4_500),
        (2, PAULA, 2_500, 1_500),
        (1, B, 3_000, 3_000),
        (2, RITA, 5_000, 1_500),
        (1, PAULA, 1_000, 1_000),
    ]


def test_a_quarter_is_enough_and_a_little_less_is_not() -> None:
    found = traced(owner(PAULA, 2_500), owner(QUIM, 2_499), owner(A, 5_001), owner(RITA, 4_999, A))
    assert people(found) == {PAULA: (2_500, "share"), QUIM: (2_499, None), RITA: (2_499, None)}
    # 0.75 x 0.75 x 0.4445 = 0.250031…: parts are not rounded on their way.
    found = traced(owner(A, 7_500), owner(B, 7_500, A), owner(PAULA, 4_445, B))
    assert people(found)[PAULA] == (2_500, "share")


def test_a_circle_is_followed_to_its_end() -> None:
    found = traced(owner(PAULA, 6_000), owner(A, 4_000), owner(SUBJECT, 5_000, A), owner(QUIM, 5_000, A))
    assert people(found) == {PAULA: (7_500, "share"), QUIM: (2_500, "share")}
    assert (found.untraced, found.circular) == (0, True)
    assert [line.repeated for line in found.lines if line.document == SUBJECT] == [True]


def test_companies_that_own_each_other_whole_lead_to_nobody() -> None:
    found = traced(owner(A, 10_000), owner(B, 10_000, A), owner(A, 10_000, B))
    assert (found.owners, found.untraced, found.circular) == ([], 10_000, True)
    found = traced(owner(A, 4_000), owner(PAULA, 6_000), owner(B, 10_000, A), owner(A, 10_000, B))
    assert (people(found), found.untraced) == ({PAULA: (6_000, "share")}, 4_000)


def test_who_runs_it_stands_behind_it_where_nobody_has_enough_of_it() -> None:
    many = [owner(PAULA, 2_000, administrator=True), owner(QUIM, 2_000)]
    assert people(traced(*many)) == {PAULA: (2_000, "control"), QUIM: (2_000, None)}
    assert people(traced(*many, owner(RITA, 2_500)))[PAULA] == (2_000, None)


def test_a_person_and_a_company_that_names_nobody_have_no_owners() -> None:
    assert resolve_owners(PAULA, [owner(QUIM, 10_000)]) is None
    assert resolve_owners(SUBJECT, []) is None


_COMPANIES, _PEOPLE = (SUBJECT, A, B), (PAULA, QUIM, RITA)


@given(
    st.lists(
        st.tuples(st.sampled_from(_COMPANIES), st.sampled_from((*_COMPANIES, *_PEOPLE)), st.integers(1, 10_000)),
        max_size=12,
    )
)
def test_whatever_the_shares_all_of_it_is_somebodys_or_untraced(edges: list[tuple[str, str, int]]) -> None:
    left = dict.fromkeys(_COMPANIES, 10_000)
    owners = list[KycOwner]()
    for of, document, share in edges:
        if of != document and (part := min(share, left[of])):
            left[of] -= part
            owners.append(owner(document, part, of))
    found = resolve_owners(SUBJECT, owners)
    if found is None:
        return
    whole = found.untraced + sum(each.share for each in found.owners)
    assert 10_000 - len(found.owners) - 1 <= whole <= 10_000
    assert {each.document for each in found.owners if each.because == "share"} == {
        each.document for each in found.owners if each.share >= found.threshold
    }
    assert len(found.lines) <= len(owners)
