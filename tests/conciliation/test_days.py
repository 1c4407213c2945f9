"""Balances per day: the residual is explained item by item; two people close a day, seal it, and reopen it."""

import hashlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from conftest import Sql, Work
from people import Person
from retaguarda.audit.offline import check_seal
from retaguarda_sandbox.statements import BankMove, ofx
from support.charges import Counter, offenders
from support.statements import DAY, DAYS, LINES, MATCHES, applied, end_to_end, expect, later, opened, told, uploaded
from support.statements import FILES as STATEMENTS


@pytest.fixture
async def whole(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


async def rows(person: Person) -> dict[str, dict[str, Any]]:
    found = (await person.get(DAYS, per_page=50)).json()
    return {row["day"]: row for row in found}


async def decide(person: Person, day: dict[str, Any], choice: str, reason: str | None = None) -> Any:
    return await person.post(f"{DAYS}/{day['id']}/decide", {"choice": choice, "reason": reason})


async def closed(diego: Person, eva: Person, day: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
    asked = await decide(diego, day, "ask_close", reason)
    assert asked.status_code == 200, asked.text
    said = await decide(eva, day, "close")
    assert said.status_code == 200, said.text
    return said.json()


async def test_the_residual_names_a_return_a_tariff_and_what_is_not_due(
    whole: None, diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    expect(sql, 500_00, f"test:{end_to_end(1)}")
    expect(sql, 70_00, "test:tomorrow")
    await opened(diego, eva)
    rtr = "D" + end_to_end(9)[1:]
    await applied(
        diego,
        work,
        told(
            BankMove(500_00, DAY, f"PIX {end_to_end(1)}", "1"),
            BankMove(500_00, DAY, f"PIX {end_to_end(1)}", "2"),
            BankMove(-10_00, DAY, f"PIX DEVOLVIDO {rtr}", "3"),
            BankMove(-1_50, DAY, "TARIFA DE BOLETO", "4"),
            BankMove(-33, DAY, "LANCAMENTO", "5"),
        ),
    )
    day = (await diego.get(f"{DAYS}/{(await rows(diego))[str(DAY)]['id']}")).json()
    assert day["causes"]["return"] == -10_00
    assert day["causes"]["fee"] == -1_50
    assert day["causes"]["timing"] == -70_00
    assert day["causes"]["none"] == -33
    assert (
        sum(day["causes"].values()) == day["difference"]["amount"] == sum(i["amount"]["amount"] for i in day["items"])
    )
    assert (day["state"], day["without_cause"]["amount"]) == ("open", 33)


async def test_two_people_close_a_day_and_its_seal_is_checked_without_the_database(
    whole: None, diego: Person, eva: Person, carla: Person, work: Work, sql: Sql
) -> None:
    expect(sql, 500_00, f"test:{end_to_end(1)}")
    await opened(diego, eva)
    data = told(BankMove(500_00, DAY, f"PIX {end_to_end(1)}", "1"))
    await applied(diego, work, data)
    day = (await rows(diego))[str(DAY)]
    assert day["state"] == "ready"
    assert (await decide(diego, day, "close")).json()["message"] == "day_not_so"
    assert (await decide(carla, day, "ask_close")).status_code in (403, 404)
    assert (await decide(diego, day, "ask_close")).json()["state"] == "closing"
    assert (await decide(diego, day, "close")).json()["message"] == "conciliation_own"
    sql("select set_config('retaguarda.person', id::text, false) from person where email = %s", diego.email)
    with pytest.raises(psycopg.Error, match="whoever asked"):
        sql(
            "update house_day set state = 'closed', closed_at = now(), closed_by = 'x', asked_at = null, asked_by = null"
        )
    assert (await decide(eva, day, "close")).json()["state"] == "closed"
    assert (await decide(eva, day, "close")).status_code == 409
    (seal,) = (await diego.get(f"{DAYS}/{day['id']}/seals")).json()
    assert hashlib.sha256(seal["text"].encode()).hexdigest() == seal["sha256"]
    sealed = json.loads(seal["text"])
    assert sealed["files"][0]["sha256"] == hashlib.sha256(ofx(data)).hexdigest()
    assert sealed["opening"] + sealed["in"] - sealed["out"] == sealed["bank"]
    assert sealed["bank"] - sealed["ledger"] == sealed["difference"] == sum(item[3] for item in sealed["items"])


async def test_a_late_file_waits_until_two_people_reopen_the_day_and_the_second_seal_names_the_first(
    whole: None, diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    expect(sql, 500_00, f"test:{end_to_end(1)}")
    await opened(diego, eva)
    await applied(diego, work, told(BankMove(500_00, DAY, f"PIX {end_to_end(1)}", "1")))
    day = (await rows(diego))[str(DAY)]
    before = await closed(diego, eva, day)
    (first,) = (await diego.get(f"{DAYS}/{day['id']}/seals")).json()
    # A match of a closed day stays.
    (line,) = (await diego.get(LINES)).json()
    undone = await diego.post(f"{MATCHES}/{line['match_id']}/decide", {"choice": "undo", "reason": "não era"})
    assert (undone.status_code, undone.json()["message"]) == (409, "day_closed")
    late = told(BankMove(-9_00, DAY, "TARIFA EXTRATO", "2"), opening=1_500_00)
    file = await uploaded(diego, ofx(late), "tarde.ofx")
    assert file["closed_days"] == [str(DAY)]
    refused = await diego.post(f"{STATEMENTS}/{file['id']}/apply", {"plan": file["plan_hash"]})
    assert (refused.status_code, refused.json()["message"]) == (409, "day_closed")
    assert (await decide(diego, day, "ask_reopen")).status_code == 400
    assert (await decide(diego, day, "ask_reopen", "arquivo tardio")).json()["state"] == "reopening"
    assert (await decide(diego, day, "reopen")).json()["message"] == "conciliation_own"
    assert (await decide(eva, day, "reopen")).json()["state"] in ("open", "ready")
    assert (await diego.post(f"{STATEMENTS}/{file['id']}/apply", {"plan": file["plan_hash"]})).status_code == 200
    await work()
    known = (await diego.get(f"{DAYS}/{day['id']}/known", at=before["closed_at"])).json()
    assert (known["difference"]["amount"], known["bank_closing"]["amount"]) == (0, 1_500_00)
    assert [(item["amount"]["amount"], item["cause"]) for item in known["changed"]] == [(-9_00, "fee")]
    await closed(diego, eva, day)
    second, again = (await diego.get(f"{DAYS}/{day['id']}/seals")).json()
    assert (again["sha256"], second["before"], second["number"]) == (first["sha256"], first["sha256"], 2)


async def test_a_day_with_something_unexplained_is_closed_only_with_a_reason_and_after_the_day_before(
    whole: None, diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    sql("select ledger_open(1, 'pix_clearing', 'BRL', null, true)")
    await opened(diego, eva)
    moves = (BankMove(-33, DAY, "LANCAMENTO", "1"), BankMove(-1, later(1), "LANCAMENTO", "2"))
    await applied(diego, work, told(*moves, last=later(1)))
    days = await rows(diego)
    assert (await decide(diego, days[str(later(1))], "ask_close")).json()["message"] == "day_before_open"
    assert (await decide(diego, days[str(DAY)], "ask_close")).status_code == 400
    assert (await decide(diego, days[str(DAY)], "ask_close", "banco confirmou por telefone")).status_code == 200
    assert (await decide(diego, days[str(DAY)], "keep")).json()["state"] == "open"
    assert (await closed(diego, eva, days[str(DAY)], "banco confirmou"))["accepted_reason"] == "banco confirmou"


@pytest.mark.parametrize("downloaded", [1, 2])
async def test_a_day_without_movement_is_told_of_by_the_balance_but_none_after_the_statement(
    whole: None, downloaded: int, diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    await opened(diego, eva)
    expect(sql, 5_00, "later", later(2))
    ends = f"<DTASOF>{later(1):%Y%m%d}".encode()
    data = ofx(told(BankMove(-33, DAY, "LANCAMENTO", "1"), last=later(1)))
    assert data.count(ends) == 1
    file = await uploaded(diego, data.replace(ends, f"<DTASOF>{later(downloaded):%Y%m%d}".encode()))
    assert (await diego.post(f"{STATEMENTS}/{file['id']}/apply", {"plan": file["plan_hash"]})).status_code == 200
    await work()
    days = await rows(diego)
    await closed(diego, eva, days[str(DAY)], "banco confirmou")
    await closed(diego, eva, days[str(later(1))], "banco confirmou")
    assert (await decide(diego, days[str(later(2))], "ask_close")).json()["message"] == "day_not_told"


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        ("delete from expectation where true", "expectations_are_the_clearing_account"),
        ("update match_member set amount = amount + 1 where line_id is not null", "matches_add_up"),
        ("update bank_line set state = 'new'", "no_item_is_matched_twice"),
        ("update house_day set difference = 1", "residual_is_explained"),
        ("update day_seal set text = replace(text, '\"out\":0', '\"out\":1')", "closed_days_are_sealed"),
        ("update bank_line set applied_at = applied_at + interval '1 day'", "closed_days_do_not_change"),
        (
            "update house_account set makers = array[(select id from person where email = decided_by)]",
            "house_accounts_have_two_people",
        ),
    ],
)
async def test_verify_finds_what_was_broken_behind_the_triggers(
    statement: str, broken: str, diego: Person, eva: Person, work: Work, sql: Sql, counter: Counter
) -> None:
    expect(sql, 500_00, f"test:{end_to_end(1)}")
    await opened(diego, eva)
    await applied(diego, work, told(BankMove(500_00, DAY, f"PIX {end_to_end(1)}", "1")))
    await closed(diego, eva, (await rows(diego))[str(DAY)])
    assert offenders(counter.url) == {}
    sql("set session_replication_role = replica")
    sql(statement)
    assert broken in offenders(counter.url)


async def test_repeated_lines_are_found_when_two_repeat_one(
    diego: Person, eva: Person, work: Work, sql: Sql, counter: Counter
) -> None:
    sql("select ledger_open(1, 'pix_clearing', 'BRL', null, true)")
    await opened(diego, eva)
    await applied(diego, work, told(BankMove(5_00, DAY, "PIX A", "1")))
    await applied(
        diego, work, told(BankMove(5_00, DAY, "PIX A", "1"), BankMove(6_00, DAY, "PIX B", "2"), last=later(1))
    )
    assert offenders(counter.url) == {}
    sql("set session_replication_role = replica")
    sql("update bank_line set amount = 7 where effect = 'already'")
    assert set(offenders(counter.url)) == {"repeated_lines_repeat_once"}


async def test_any_flipped_byte_of_a_seal_or_of_its_file_is_found_offline(
    whole: None, diego: Person, eva: Person, work: Work, sql: Sql, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expect(sql, 500_00, f"test:{end_to_end(1)}")
    await opened(diego, eva)
    data = told(BankMove(500_00, DAY, f"PIX {end_to_end(1)}", "1"), BankMove(-1_50, DAY, "TARIFA", "2"))
    await applied(diego, work, data)
    await closed(diego, eva, (await rows(diego))[str(DAY)])
    ((row,),) = sql("select id::text from house_day")
    (seal,) = (await diego.get(f"{DAYS}/{row}/seals")).json()
    path, file = tmp_path / "seal.json", tmp_path / "extrato.ofx"
    path.write_text(seal["text"])
    file.write_bytes(ofx(data))
    asked = [str(path), str(file), "--hash", seal["sha256"]]
    assert check_seal.main(asked) == 0
    assert "HOLDS" in capsys.readouterr().out
    text = path.read_bytes()
    for place in range(0, len(text), 7):
        path.write_bytes(text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :])
        assert check_seal.main(asked) == 1, place
    path.write_bytes(text)
    file.write_bytes(ofx(data)[:-1])
    assert check_seal.main(asked) == 1
    # Who knows no hash still finds sums that do not add up.
    path.write_bytes(text.replace(b'"bank":', b'"bank":1'))
    assert check_seal.main([str(path)]) == 1
