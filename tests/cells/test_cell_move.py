"""One company moves from an installation to another by the command line: what was there is equal here, one serves it, and the other says which."""

import subprocess
import sys
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, LiteralString
from zoneinfo import ZoneInfo

import psycopg
import pytest

from people import AURORA, EMAILS, Person
from retaguarda.app import App
from retaguarda.cli import audit, found, secrets
from retaguarda.foundation.database import SYSTEM
from retaguarda.worker import drain
from support.cell_shell import House, sequenced, served
from support.cells import HERE, THERE
from support.charges import Counter, offenders
from support.withdrawals import settle, usable, withdraw

PDF = b"%PDF-1.7\n" + bytes(range(256))


async def told(person: Person, charge: str) -> dict[str, Any]:
    """What one of its people reads of the company: balances, statement, charges, and what was written of one."""
    paths = {
        "balances": "/v1/overview",
        "statement": "/v1/account/transactions",
        "charges": "/v1/payin/charges",
        "charge": f"/v1/payin/charges/{charge}",
        "notes": f"/v1/payin/charges/{charge}/notes",
    }
    answers = {name: await person.get(path) for name, path in paths.items()}
    assert {name: said.status_code for name, said in answers.items()} == dict.fromkeys(answers, 200)
    found = {name: said.json() for name, said in answers.items()}
    found["balances"] = found["balances"]["balances"]
    return found


async def statement_file(person: Person, day: date) -> bytes:
    asked = {"format": "csv", "from": f"{day - timedelta(days=3)}", "to": f"{day}", "locale": "en"}
    said = await person.get("/v1/account/statement/file", **asked)
    assert said.status_code == 200, said.text
    return said.content


async def test_a_company_moves_with_its_books_events_files_and_seals(
    ana: Person, bruno: Person, carla: Person, counter: Counter, houses: tuple[House, House], elsewhere: str, sql: Any, tmp_path: Path
) -> None:  # fmt: skip
    one, two = houses
    founded = ("--company", "B", "--document", "11.444.777/0001-61", "--email", "root@b.example", "--name", "Root")
    assert await one.run("share", str(tmp_path / "kept"), program=secrets.main) == 0
    code = one.out.split()[-1]
    ranged = ("--companies", "1000000-1999999", "--kept-keys", str(tmp_path / "kept"))
    assert await two.run(*founded, *ranged, program=found.main, typed=code) == 0, two.err

    # A company that has lived.
    paid = await counter.paid(ana, 50_000)
    open_charge = (await counter.charge(ana, 700))["id"]
    await counter.paid(carla, 1_000)
    note = f"/v1/payin/charges/{open_charge}/notes"
    assert (await ana.post(note, {"text": "before"})).status_code == 201
    headers = ana._headers({"Content-Type": "application/octet-stream"})
    uploaded = await ana.client.post(
        f"/v1/payin/charges/{open_charge}/files", content=PDF, params={"name": "a.pdf"}, headers=headers
    )
    assert uploaded.status_code in (200, 201), uploaded.text
    document = f"/v1/payin/charges/{open_charge}/files/{uploaded.json()['id']}"
    refund = await ana.post(f"/v1/payin/charges/{paid['id']}/refunds", {"amount": {"amount": 500}})
    assert refund.status_code in (200, 201), refund.text
    await counter.work()
    await counter.run_job("payin.reconcile")
    made = await withdraw(bruno, await usable(bruno, sql), 5_000)
    assert made.status_code == 201, made.text
    await settle(counter, made.json()["id"])
    await counter.work()
    assert (await ana.get(document)).content == PDF
    today = datetime.now(ZoneInfo("America/Sao_Paulo")).date()
    before, file_before = await told(ana, open_charge), await statement_file(ana, today)
    await counter.work()
    books = booked(counter.url)
    assert all(books.values()), books.keys()

    # Both make themselves known; then the acts, each twice.
    key = str(tmp_path / "move.key")
    made_here = (await two.act("key", key)).split()
    recipient, theirs = made_here[1], made_here[3]
    ours = (await one.act("key", str(tmp_path / "unused.key"))).split()[3]
    company, file = str(AURORA), tmp_path / "aurora"
    freeze = ("freeze", company, "--to", THERE, "--their-key", theirs)
    assert await one.act(*freeze) == await one.act(*freeze)
    assert await told(ana, open_charge) == before
    refused = await ana.post(note, {"text": "no"})
    assert (refused.status_code, refused.json()["message"]) == (503, "company_moving")
    await sequenced(counter.app)
    bundle = tmp_path / "bundle"
    assert await one.run("export", "--out", str(bundle), "--company", company, program=audit.main) == 0
    exporting = ("export", company, str(file), "--recipient-key", recipient)
    assert await one.act(*exporting) == await one.act(*exporting)
    assert "is cut" in await one.refused("export", company, key, "--recipient-key", recipient)
    await one.act("export", company, str(tmp_path / "again"), "--recipient-key", recipient)
    taking = ("import", company, str(file), "--key", key, "--from", HERE, "--their-key", ours)
    assert "has never run" in await two.refused(*taking)
    async with served(elsewhere, counter, tmp_path) as (app, _):
        await drain(app)
    receipt = await two.act(*taking)
    assert await two.act(*taking) == receipt
    (tmp_path / "receipt").write_text(receipt)
    assert "has not come" in await two.refused("open", "3", str(tmp_path / "receipt"))
    with psycopg.connect(elsewhere, autocommit=True) as there, pytest.raises(psycopg.Error, match="is being moved"):
        there.execute("delete from charge where company_id = 2")
    release = await one.act("release", company, str(tmp_path / "receipt"))
    assert await one.act("release", company, str(tmp_path / "receipt")) == release
    (tmp_path / "release").write_text(release)
    assert "not signed" in await two.refused("open", company, str(tmp_path / "receipt"))
    for _ in range(2):
        assert "is open here" in await two.act("open", company, str(tmp_path / "release"))

    # The first says where the company is, and goes on for others.
    gone = await ana.get("/v1/overview")
    assert (gone.status_code, gone.json()["message"], gone.headers["x-moved-to"]) == (421, "company_moved", THERE)
    assert (await carla.post("/v1/payin/charges", {"amount": {"amount": 1}})).status_code == 201
    await counter.work()
    await sequenced(counter.app)
    assert offenders(counter.url) == {}

    # The second is the company's now: what was told there is told here, and it goes on.
    async with served(elsewhere, counter, tmp_path) as (app, client):
        ana_there = await Person(client, EMAILS["ana"]).sign_in()
        assert await told(ana_there, open_charge) == before
        assert await statement_file(ana_there, today) == file_before
        assert (await ana_there.get(document)).content == PDF
        assert booked(elsewhere) == books
        for _ in range(2):
            assert (await ana_there.post(note, {"text": "after"}, key="after")).status_code == 201
        assert [each["text"] for each in (await ana_there.get(note)).json()["notes"]] == ["after", "before"]
        await drain(app)
        await sequenced(app)
        expect_same_log(await kept_log(app), bundle, tmp_path / "kept-bundle")
    assert offenders(elsewhere) == {}
    assert f"{AURORA:>10}  open" in await two.act("status")
    assert f"{AURORA:>10}  released" in await one.act("status")


def booked(url: str) -> dict[str, Any]:
    """Rows of the company's books, with accounts by their codes instead of their numbers."""
    with psycopg.connect(url, options="-c timezone=UTC") as connection:
        return {name: connection.execute(statement).fetchall() for name, statement in _BOOKS.items()}


_BOOKS: dict[str, LiteralString] = {
    "accounts": "select code, currency, posted, held, version from ledger_account where company_id = 2 order by 1, 2",
    "journals": "select to_jsonb(j) from ledger_journal j where company_id = 2 order by id",
    "entries": "select e.journal_id, a.company_id, a.code, e.amount, case a.company_id when 2 then e.version end from ledger_entry e"
    " join ledger_account a on a.id = e.account_id where e.company_id = 2 order by 1, 2, 3, 4, 5",
    "payouts": "select to_jsonb(p) from payout p where company_id = 2 order by id",
    "orders": "select to_jsonb(o) - 'number' from payout_order o where company_id = 2 order by id",
    "refunds": "select to_jsonb(r) from refund r where company_id = 2 order by id",
    "payments": "select to_jsonb(p) from pix_payment p where company_id = 2 order by 1",
    "events": "select name, subject_id, person_id, actor, at, data from event where company_id = 2"
    " and at < coalesce((select min(started_at) from cell_move), 'infinity') order by at, id",
}


async def kept_log(app: App) -> dict[str, bytes]:
    """The files of the bundle that came with the company."""
    async with app.database.transaction(SYSTEM) as tx:
        rows = await tx.all(
            "select file, string_agg(line || e'\\n', '' order by place) as text from moved_line where company_id = 2 group by file"
        )
    return {row["file"]: row["text"].encode() for row in rows}


def expect_same_log(kept: dict[str, bytes], exported: Path, folder: Path) -> None:
    """It is kept to the byte, and proves itself as it did."""
    folder.mkdir()
    for name, text in kept.items():
        (folder / name).write_bytes(text)
    for name in ("entries.jsonl", "nodes.jsonl", "checkpoints.jsonl", "keys.txt"):
        assert kept[name] == (exported / name).read_bytes(), name
    program = [sys.executable, "-I", "-S", str(exported / "verify.py"), str(folder)]
    proven = subprocess.run(program, capture_output=True, text=True, check=False)
    assert proven.returncode == 0, proven.stdout + proven.stderr
