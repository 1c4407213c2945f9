import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from retaguarda.providers.pix import ids

FORMATS = json.loads((Path(__file__).parents[1] / "data/pix/pix-id-formats.json").read_text())
END_TO_END = "E12345678202611201030abcDEF12345"


@pytest.mark.parametrize(
    ("make", "check", "name"),
    [
        (ids.new_txid, ids.is_txid, "txid_cob_cobv_cobr"),
        (ids.new_refund_id, ids.is_refund_id, "devolucao_id"),
    ],
)
def test_what_we_choose_fits_the_format_and_is_new(
    make: Callable[[], str], check: Callable[[str], bool], name: str
) -> None:
    made = {make() for _ in range(100)}
    assert len(made) == 100
    assert all(check(value) and re.fullmatch(FORMATS[name]["regex"], value) for value in made)


@pytest.mark.parametrize(
    ("check", "name", "right"),
    [
        (ids.is_end_to_end_id, "endToEndId", END_TO_END),
        (ids.is_rtr_id, "rtrId", "D" + END_TO_END[1:]),
        (ids.is_txid, "txid_cob_cobv_cobr", "a" * 26),
        (ids.is_refund_id, "devolucao_id", "1"),
    ],
)
def test_a_check_accepts_its_own_format_only(check: Callable[[str], bool], name: str, right: str) -> None:
    assert check(right)
    assert re.fullmatch(FORMATS[name]["regex"], right)
    for wrong in ("", right + "\n", right + "é", right[:-1] + "-", " " + right, "٣" * 32, "X" * 36):
        assert not check(wrong)


@pytest.mark.parametrize("minute", ["202613201030", "202611321030", "202611202430", "202611201060"])
def test_an_end_to_end_id_holds_a_possible_minute(minute: str) -> None:
    assert not ids.is_end_to_end_id(f"E12345678{minute}abcDEF12345")
