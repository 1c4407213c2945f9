"""Whoever scores the threshold shares a key, both ways round; and what lists have in common finds few others."""

import csv
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from retaguarda.compliance.screening.compare_subject import THRESHOLD, Asked, Listed, compare_subject
from retaguarda.compliance.screening.find_keys import as_listed, asked_keys, stored_keys
from retaguarda.compliance.screening.parse_words import COMMON_FIRST
from retaguarda.payouts.payees.parse_names import COMMON_NAMES, GENERIC

PAIRS = Path(__file__).with_name("name_pairs.csv")
FIRST, LAST, KINDS = sorted(COMMON_FIRST), sorted(COMMON_NAMES), sorted(GENERIC)
RARE = [
    "GIOVANA",
    "BEATRIZ",
    "VIEIRA",
    "CORREIA",
    "MONTEIRO",
    "CAVALCANTI",
    "SILVEIRA",
    "QUADROS",
    "WANDERLEY",
    "TELLES",
    "BITTENCOURT",
    "MAGALHAES",
    "ALBUQUERQUE",
    "PETRENKOV",
    "KHALIL",
    "BACELLAR",
    "FIGUEIREDO",
    "AGUIAR",
    "THEREZA",
    "HELOISA",
    "YASMIN",
    "JOAQUIM",
    "BERNARDO",
    "SOUZANA",
    "MARIANA",
    "ROBERTA",
    "LUZ",
    "REIS",
    "NEVES",
]


def rare(draw: random.Random) -> str:
    if draw.random() < 0.4:
        return draw.choice(RARE)
    return "".join(draw.choice("BCDFGLMNPRSTVZ") + draw.choice("AEIOU") for _ in range(draw.randint(2, 5)))


def person(draw: random.Random) -> list[str]:
    last = [draw.choice(LAST) if draw.random() < 0.6 else rare(draw) for _ in range(draw.choice([1, 1, 2, 2, 3, 4]))]
    given = [draw.choice(FIRST)] if draw.random() < 0.3 else []
    return [draw.choice(FIRST) if draw.random() < 0.5 else rare(draw), *given, *last]


def company(draw: random.Random) -> list[str]:
    words = [rare(draw) for _ in range(draw.choice([1, 1, 2, 3]))] + draw.sample(KINDS, draw.choice([0, 1, 2]))
    draw.shuffle(words)
    return [*words, "LTDA"]


def slip(word: str, draw: random.Random) -> str:
    """A wrong letter, one left out, one too many, or two turned."""
    at, letter = draw.randrange(len(word)), draw.choice("ABCDEFGHIJLMNOPRSTUVXZ")
    turned = word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
    return draw.choice(
        [word[:at] + letter + word[at + 1 :], word[:at] + word[at + 1 :], word[:at] + letter + word[at:], turned]
    )


def written_otherwise(words: list[str], draw: random.Random) -> list[str]:
    """As another hand writes it: slips in one word or two, a word less or more, an initial, the last name in front."""
    words = list(words)
    for at in draw.sample(range(len(words)), min(draw.choice([0, 1, 1, 2]), len(words))):
        words[at] = slip(words[at], draw) if len(words[at]) > 2 else words[at]
    way, at = draw.randrange(7), draw.randrange(len(words))
    if way == 0 and len(words) > 2:
        del words[at]
    elif way == 1:
        words.insert(at + 1, draw.choice(LAST) if draw.random() < 0.5 else rare(draw))
    elif way == 2:
        words[at] = words[at][:1]
    elif way == 3:
        words = [words[-1], *words[:-1]]
    elif way == 4:
        words[at] = words[at][: draw.randint(4, 6)]
    return [word for word in words if word] or ["A"]


def found(asked: Asked, listed: Listed) -> tuple[bool, bool]:
    """Whether the party finds the entry, and the entry the party."""
    party = as_listed(asked)
    return (
        not set(asked_keys(party)).isdisjoint(stored_keys(listed)),
        not set(stored_keys(party)).isdisjoint(asked_keys(listed)),
    )


def misspelt(draw: random.Random, count: int) -> Iterator[tuple[Asked, Listed]]:
    for number in range(count):
        if number % 4 == 0:
            name = company(draw)
            other = " ".join(written_otherwise(name, draw))
            yield (
                (Asked([" ".join(name)], "11222333000181"), Listed([other]))
                if number % 8
                else (Asked([" ".join(name)]), Listed([other], person=False))
            )
            continue
        name = person(draw)
        mine, theirs = Asked([" ".join(name)]), Listed([" ".join(written_otherwise(name, draw))])
        if number % 4 == 1:
            birth = draw.choice(["1970-01-01", "1970", "1970-05-05"])
            mine, theirs = Asked(mine.names, birth="1970-01-01"), Listed(theirs.names, births=[birth])
        yield mine, theirs


def test_whoever_is_written_otherwise_and_reaches_the_threshold_shares_a_key_both_ways() -> None:
    draw, reached = random.Random(11), 0
    for asked, listed in misspelt(draw, 6_000):
        if compare_subject(asked, listed).score >= THRESHOLD:
            reached += 1
            assert found(asked, listed) == (True, True), (asked, listed)
    assert reached > 3_000


def test_of_everybody_beside_everybody_nobody_who_reaches_the_threshold_is_missed() -> None:
    """Forty thousand pairs by brute force, of few names, so that many are alike."""
    draw = random.Random(12)
    few = [draw.sample(FIRST, 6), draw.sample(LAST, 5) + [rare(draw) for _ in range(4)]]
    names = [" ".join([draw.choice(few[0]), *draw.choices(few[1], k=draw.randint(1, 3))]) for _ in range(100)]
    names += [" ".join(written_otherwise(name.split(), draw)) for name in names]
    listed = [set(stored_keys(Listed([name]))) for name in names]
    asked = [asked_keys(Listed([name])) for name in names]
    reached = 0
    for (a, mine), (b, theirs) in product(zip(names, asked, strict=True), zip(names, listed, strict=True)):
        if compare_subject(Asked([a]), Listed([b])).score >= THRESHOLD:
            reached += 1
            assert not theirs.isdisjoint(mine), (a, b)
    assert reached > 500


def test_labelled_pairs_that_reach_the_threshold_share_a_key() -> None:
    with PAIRS.open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    for row in rows:
        asked, listed = Asked([row["a"]]), Listed([row["b"]])
        if compare_subject(asked, listed).score >= THRESHOLD:
            assert found(asked, listed) == (True, True), row


@pytest.mark.parametrize(
    ("asked", "listed"),
    [
        (Asked(["Outra Pessoa"], "52998224725"), Listed(["Maria Exemplo"], document="52998224725")),
        (Asked(["Maria Exemplo de Souza"], "52998224725"), Listed(["Maria Exemplo"], digits="982247")),
        (Asked(["J Silva"], birth="1970-01-01"), Listed(["Joao Silva"], births=["1970-01-01"])),
        (Asked(["Petrobras"], "11222333000181"), Listed(["Petrobras Distribuidora SA"])),
        (Asked(["Maria Silva"]), Listed(["Marcia Silva Xupato"])),
        (Asked(["J Paulo Silva"]), Listed(["Joao Paulo da Silva"])),
        (Asked(["Silva Xupato Maria"]), Listed(["Maria Silva Xupato"])),
    ],
)
def test_documents_births_initials_and_turned_names_are_keys(asked: Asked, listed: Listed) -> None:
    assert found(asked, listed) == (True, True)


def test_two_common_words_find_nobody_whose_name_has_more_to_say() -> None:
    """MARIA and SILVA are in both; what tells the people apart is not."""
    asked = Asked(["Maria Silva Xupato"])
    assert found(asked, Listed(["Maria Silva Bogedi"])) == (False, False)
    assert found(asked, Listed(["Maria Silva Santos"])) == (False, False)
    assert found(asked, Listed(["Ana Silva Xupato"])) == (False, False)
    assert found(asked, Listed(["Maria Silva"])) == (True, True)


def test_few_are_compared_for_nothing() -> None:
    draw = random.Random(13)
    listed = [stored_keys(Listed([" ".join(person(draw))])) for _ in range(4_000)]
    index = dict[str, set[int]]()
    for number, keys in enumerate(listed):
        for key in keys:
            index.setdefault(key, set()).add(number)
    compared = [
        len(set[int]().union(*(index.get(key, ()) for key in asked_keys(Listed([" ".join(person(draw))])))))
        for _ in range(100)
    ]
    assert sum(compared) / len(compared) < len(listed) / 400, compared
