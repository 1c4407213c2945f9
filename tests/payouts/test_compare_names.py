"""The name in the book against the name of the directory: what agrees, what decides, and that two people are not taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.names import OTHERS, SAME
from retaguarda.payouts.payees import compare_names as rules
from retaguarda.payouts.payees.compare_names import CLOSE, MATCH, NameMatch, compare_names


def told(match: NameMatch) -> list[tuple[str | None, str | None, str]]:
    return [(pair.expected, pair.found, pair.how) for pair in match.pairs]


def test_the_classes_begin_where_the_screen_says() -> None:
    assert (MATCH, CLOSE) == (92, 75)


def test_names_of_the_same_owner_are_known_and_others_are_not_taken_for_them() -> None:
    """Of pairs written beforehand, with the limits of the classes as they are: 95 of 100 known, at most 1 of 100 mistaken."""
    missed = [pair for pair in SAME if compare_names(pair[0], pair[1], company=pair[2]).score < CLOSE]
    assert len(missed) <= 0.05 * len(SAME), missed
    strangers = [
        (mine[0], theirs[1], theirs[2])
        for mine in SAME
        for theirs in SAME
        if mine is not theirs and mine[2] == theirs[2]
    ]
    strangers = [pair for pair in strangers if (pair[0], pair[1]) not in ALIKE]
    mistaken = [
        pair for pair in (*strangers, *OTHERS) if compare_names(pair[0], pair[1], company=pair[2]).score >= CLOSE
    ]
    assert len(mistaken) <= 0.01 * (len(strangers) + len(OTHERS)), mistaken


#: The same name in two pairs of the list.
ALIKE = {
    (mine, theirs)
    for names in (
        ("Joao P Silva ME", "J. P. Silva", "Silva, João", "João da Silva 52998224725",
         "JOÃO PEDRO DA SILVA", "JOAO PEDRO SILVA", "JOAO SILVA", "JOAO DA SILVA"),
        ("Marcos Vinícius Andrade", "Marcos Andrade", "MARCOS VINICIUS ANDRADE"),
        ("Padaria Três Irmãos Ltda", "Padaria Três Irmãos", "PADARIA TRES IRMAOS LTDA", "PADARIA TRES IRMAOS LTDA ME"),
    )
    for mine in names
    for theirs in names
}  # fmt: skip


@pytest.mark.parametrize("pair", OTHERS, ids=lambda pair: pair[0])
def test_who_only_looks_alike_is_never_a_match(pair: tuple[str, str, bool]) -> None:
    assert compare_names(pair[0], pair[1], company=pair[2]).match_class in ("no", "close")


def test_a_close_match_says_which_words_agree_and_which_have_no_weight() -> None:
    match = compare_names("Joao P Silva ME", "JOÃO PEDRO DA SILVA")
    assert (match.match_class, match.score) == ("close", 90)
    assert told(match) == [
        ("Joao", "JOÃO", "accent"),
        ("P", "PEDRO", "initial"),
        ("Silva", "SILVA", "same"),
        ("ME", None, "form"),
        (None, "DA", "particle"),
    ]
    assert [(pair.points, pair.weight) for pair in match.pairs][:2] == [(40, 40), (23, 33)]


def test_without_a_name_nothing_can_be_said() -> None:
    for found in (None, "", "  ", "LTDA"):
        assert compare_names("João Silva", found).match_class == "impossible"


def test_of_name_and_trade_name_the_closer_one_counts() -> None:
    found = "PADARIA DO LARGO LTDA"
    assert compare_names("Irmãos Nunes Panificação", found, company=True).match_class == "no"
    match = compare_names("Irmãos Nunes Panificação", found, company=True, trade_name="Padaria do Largo")
    assert match.match_class == "match"


def test_a_rule_that_is_switched_off_changes_the_explanation(monkeypatch: pytest.MonkeyPatch) -> None:
    before = compare_names("Luiz Prado", "LUIS PRADO")
    assert ("Luiz", "LUIS", "spelling") in told(before)
    monkeypatch.setattr(rules, "spelled", lambda plain: plain)
    after = compare_names("Luiz Prado", "LUIS PRADO")
    assert ("Luiz", "LUIS", "other") in told(after)
    assert after.score < before.score


def test_the_family_name_sa_is_no_form_of_a_company() -> None:
    assert compare_names("Rita Sá", "RITA SA").match_class == "match"
    assert compare_names("Rita Sá", "RITA LUZ").match_class == "no"
    assert compare_names("Horizonte", "HORIZONTE S.A.", company=True).match_class == "match"


def test_the_other_order_is_said() -> None:
    match = compare_names("Souza Maria Clara", "MARIA CLARA SOUZA")
    assert match.reordered
    assert match.match_class == "match"


WORDS = st.text(alphabet="ABCDEFGHIJLMNOPRSTUVÃÉÇ .,'-1", max_size=40)


@given(WORDS, WORDS, st.booleans())
def test_any_two_texts_have_a_score_of_at_most_a_hundred_whichever_stands_first(a: str, b: str, company: bool) -> None:
    one, other = compare_names(a, b, company=company), compare_names(b, a, company=company)
    assert 0 <= one.score <= 100
    assert (one.match_class == "impossible") == (other.match_class == "impossible")
    assert sum(pair.points for pair in one.pairs) <= 100 + len(one.pairs)


@given(WORDS)
def test_a_name_is_itself(name: str) -> None:
    match = compare_names(name, name)
    assert match.match_class == "impossible" or match.score == 100
