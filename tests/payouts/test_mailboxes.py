"""Mailboxes of banks by SFTP, against the sandbox's own server: each remittance goes once, each file that comes is one return file."""

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, get_args

import psycopg
import pytest

from people import Person
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payouts.mailboxes import receive_files
from retaguarda.payouts.mailboxes.model import ProblemCode
from retaguarda.payouts.mailboxes.send_files import FileSending
from retaguarda.providers.payout.sftp_session import SftpSession
from retaguarda_sandbox.mailbox import INBOX, OUTBOX, PASSWORD, USER, MailboxServer, host_key
from support.approvals import Desk, standing_policy
from support.charges import Counter, offenders
from support.remittances import FILES, PROCESSORS, REMITTANCES, FileDesk

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

Sql = Callable[..., list[tuple[Any, ...]]]
WEB = Path(__file__).parents[2] / "web" / "public" / "locales"
NAME = "PG_341_RETAGUARDA01_000001.REM"


class Killed(Exception):
    """A worker died."""


@pytest.fixture
async def sftp_bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[MailboxServer]:
    monkeypatch.setattr(receive_files, "SETTLE_SECONDS", 0.01)
    async with MailboxServer(tmp_path / "bank").serving() as sftp_bank:
        yield sftp_bank


@pytest.fixture
async def desk(diego: Person, bruno: Person, counter: Counter, sql: Sql) -> FileDesk:
    diego.account = "all"
    made = FileDesk(diego, bruno, counter, sql)
    await made.by_file()
    return made


def place(sftp_bank: MailboxServer, **more: Any) -> dict[str, Any]:
    given = {
        "host": "127.0.0.1",
        "port": sftp_bank.port,
        "username": USER,
        "password": PASSWORD,
        "host_key": host_key()[1],
        "outbox": OUTBOX,
        "inbox": INBOX,
    }
    return given | more


def path(desk: FileDesk, action: str = "") -> str:
    return f"{PROCESSORS}/{desk.processor}/mailbox{action}"


async def shown(desk: FileDesk) -> dict[str, Any]:
    said = await desk.diego.get(path(desk))
    assert said.status_code == 200, said.text
    return said.json()


async def in_use(desk: FileDesk, sftp_bank: MailboxServer, **more: Any) -> None:
    """The processor's mailbox is set, tested and enabled."""
    said = await desk.diego.put(path(desk), place(sftp_bank, **more))
    assert said.status_code == 200, said.text
    await desk.counter.work()
    said = await desk.diego.post(path(desk, "/enable"), key=None)
    assert said.status_code == 200, said.text
    await desk.counter.work()


async def going(desk: FileDesk, ana: Person, *amounts: int) -> dict[str, Any]:
    """A sealed remittance that somebody asked to send; nobody has sent it yet."""
    await desk.pay(ana, *(amounts or (5_000, 7_500)))
    remittance = await desk.sealed()
    for _ in range(2):
        said = await desk.diego.post(f"{REMITTANCES}/{remittance['id']}/send", key=None)
        assert said.status_code == 200, said.text
    return remittance


async def send(desk: FileDesk) -> None:
    """One run of the worker, whatever comes of it."""
    with contextlib.suppress(TryAgain, Killed):
        await desk.counter.run_job("payouts.send_files", desk.processor)


async def look(desk: FileDesk) -> None:
    await desk.counter.run_job("payouts.read_inbox", desk.processor)


async def file_of(desk: FileDesk, remittance: dict[str, Any]) -> dict[str, Any]:
    return (await desk.diego.get(f"{REMITTANCES}/{remittance['id']}")).json()["file"]


async def test_a_remittance_goes_and_its_answer_comes_and_is_applied(
    desk: FileDesk, ana: Person, sftp_bank: MailboxServer, counter: Counter
) -> None:
    await in_use(desk, sftp_bank)
    remittance = await going(desk, ana)
    await counter.work()
    assert await desk.state(remittance) == "delivered"
    content = await desk.content(remittance)
    assert (sftp_bank.root / OUTBOX / NAME).read_bytes() == content
    assert sorted(each.name for each in (sftp_bank.root / OUTBOX).iterdir()) == [NAME]
    await look(desk)
    await look(desk)
    (file,) = (await desk.diego.get(FILES)).json()
    assert (file["status"], file["actor"]) == ("parsed", "mailbox")
    record = (await desk.diego.get(f"{FILES}/{file['id']}")).json()
    assert await desk.effects(record) == {("done", None): (2, 0)}
    assert (await desk.apply(record)).status_code == 200
    assert await desk.state(remittance) == "closed"
    box = await shown(desk)
    assert [(each["direction"], each["state"]) for each in box["files"]] == [("in", "taken"), ("out", "sent")]
    assert box["files"][1]["sha256"] == hashlib.sha256(content).hexdigest()
    assert "password" not in box["mailbox"]
    assert (box["mailbox"]["opened_by"], box["mailbox"]["look_error"]) == ("password", None)


async def test_the_same_bytes_under_another_name_are_a_duplicate(
    desk: FileDesk, ana: Person, sftp_bank: MailboxServer, counter: Counter
) -> None:
    await in_use(desk, sftp_bank)
    await going(desk, ana)
    await counter.work()
    await look(desk)
    (answer,) = (sftp_bank.root / INBOX).iterdir()
    sftp_bank.lay_down("AGAIN.RET", answer.read_bytes())
    # A file that was answered anew under its old name is another file.
    await look(desk)
    assert len((await desk.diego.get(FILES)).json()) == 1
    assert [each["state"] for each in (await shown(desk))["files"]] == ["duplicate", "taken", "sent"]
    await look(desk)
    assert len((await shown(desk))["files"]) == 3


async def test_another_host_key_is_refused_in_words_and_nothing_is_sent(
    desk: FileDesk, ana: Person, sftp_bank: MailboxServer, counter: Counter
) -> None:
    said = await desk.diego.put(path(desk), place(sftp_bank, host_key=host_key("another")[1]))
    assert said.status_code == 200, said.text
    await counter.work()
    box = (await shown(desk))["mailbox"]
    assert box["test_error"]["code"] == "host_key_other"
    assert box["fingerprint"] in box["test_error"]["text"]
    assert box["test_error"]["about"].startswith("SHA256:")
    said = await desk.diego.post(path(desk, "/enable"), key=None)
    assert (said.status_code, said.json()["message"]) == (409, "mailbox_untested")
    # The server shows another key later: what waits goes on waiting, and the health of the processor says so.
    await in_use(desk, sftp_bank)
    sftp_bank.seed = "another"
    async with MailboxServer(sftp_bank.root, seed="another").serving() as other:
        desk.sql("update mailbox set port = %s", other.port)
        remittance = await going(desk, ana)
        await counter.work()
        assert other.seen == []
    file = await file_of(desk, remittance)
    assert (file["state"], file["attempts"]) == ("waiting", 0)
    assert file["last_error"]["code"] == "host_key_other"
    assert list((sftp_bank.root / OUTBOX).iterdir()) == []
    desk.sql("update mailbox set port = %s", sftp_bank.port)
    await send(desk)
    assert await desk.state(remittance) == "delivered"


@pytest.mark.parametrize(
    ("wrong", "code", "about"),
    [
        ({"password": "wrong"}, "login", ""),
        ({"outbox": "nowhere"}, "folder_missing", "nowhere"),
        ({"inbox": "nowhere"}, "folder_missing", "nowhere"),
        ({"port": 1}, "unreachable", ""),
    ],
)
async def test_what_is_wrong_with_a_mailbox_is_said(
    desk: FileDesk, sftp_bank: MailboxServer, counter: Counter, wrong: dict[str, Any], code: str, about: str
) -> None:
    assert (await desk.diego.put(path(desk), place(sftp_bank, **wrong))).status_code == 200
    await counter.work()
    box = (await shown(desk))["mailbox"]
    assert (box["test_error"]["code"], box["test_error"]["about"]) == (code, about)
    assert box["test_error"]["text"]
    assert PASSWORD not in str(box)


async def test_a_form_that_is_wrong_is_refused_by_its_field(
    desk: FileDesk, sftp_bank: MailboxServer, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"host_key": "ssh-ed25519 nonsense-nonsense"}, "host_key"),
        ({"private_key": "no key at all"}, "private_key"),
        ({"password": None}, "password"),
        ({"host": "bank.example/../x"}, "host"),
        ({"outbox": "a\nb"}, "outbox"),
    ]
    for wrong, field in cases:
        with subtests.test(wrong=wrong, field=field):
            said = await desk.diego.put(path(desk), place(sftp_bank, **wrong))
            assert (said.status_code, list(said.json()["message"])) == (400, [field]), said.text
            assert desk.sql("select count(*) from mailbox") == [(0,)]


@pytest.mark.parametrize(
    ("cut", "after"),
    [("write", "delivered"), ("rename:before", "delivered"), ("rename:after", "delivered")],
)
async def test_a_connection_that_is_cut_sends_nothing_twice(
    desk: FileDesk, ana: Person, sftp_bank: MailboxServer, cut: str, after: str
) -> None:
    await in_use(desk, sftp_bank)
    remittance = await going(desk, ana)
    sftp_bank.cuts = [cut]
    for _ in range(4):
        await send(desk)
    assert await desk.state(remittance) == after
    assert sftp_bank.seen == [f"took {NAME}"]


async def test_what_the_bank_may_have_taken_waits_for_people_and_goes_again_by_two(
    desk: FileDesk, ana: Person, eva: Person, sftp_bank: MailboxServer, sql: Sql
) -> None:
    """The connection is cut as the name was given, and the bank takes its files away at once."""
    await in_use(desk, sftp_bank)
    remittance = await going(desk, ana)
    sftp_bank.collects, sftp_bank.cuts = True, ["rename:after"]
    for _ in range(3):
        await send(desk)
    file = await file_of(desk, remittance)
    assert (file["state"], await desk.state(remittance)) == ("uncertain", "sealed")
    assert sftp_bank.seen == [f"took {NAME}"]
    address = f"{REMITTANCES}/{remittance['id']}/send-again"
    standing_policy(sql, "payouts:remittance:send_again")
    held = await desk.diego.post(address, {"reason": "O banco diz que não recebeu"}, key="once")
    assert held.status_code == 202, held.text
    await send(desk)
    assert sftp_bank.seen == [f"took {NAME}"]
    assert (await Desk(sql).approve(eva, held.json()["request"]["id"])).status_code == 200
    await send(desk)
    assert sftp_bank.seen == [f"took {NAME}"] * 2
    assert await desk.state(remittance) == "delivered"
    again = await desk.diego.post(address, {"reason": "O banco diz que não recebeu"}, key="twice")
    assert again.json()["message"] == "file_not_uncertain"


async def test_a_person_who_knows_that_the_bank_has_it_says_so(
    desk: FileDesk, ana: Person, sftp_bank: MailboxServer
) -> None:
    await in_use(desk, sftp_bank)
    remittance = await going(desk, ana)
    sftp_bank.collects, sftp_bank.cuts = True, ["rename:after"]
    for _ in range(3):
        await send(desk)
    assert (await desk.diego.post(f"{REMITTANCES}/{remittance['id']}/deliver")).json()["state"] == "delivered"
    assert (await file_of(desk, remittance))["state"] == "sent"
    await send(desk)
    assert sftp_bank.seen == [f"took {NAME}"]


@pytest.mark.parametrize("after", ["_begin", "_about_to_name", "write", "rename"])
async def test_a_worker_that_dies_amid_it_sends_once(
    desk: FileDesk, ana: Person, sftp_bank: MailboxServer, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    await in_use(desk, sftp_bank)
    remittance = await going(desk, ana)
    where: Any = FileSending if after.startswith("_") else SftpSession
    real = getattr(where, after)

    async def dies(*given: Any) -> Any:
        await real(*given)
        raise Killed

    monkeypatch.setattr(where, after, dies)
    await send(desk)
    monkeypatch.undo()
    # Whoever died held it for a while.
    await send(desk)
    assert await desk.state(remittance) == "sealed"
    desk.sql("update mailbox_file set taken_until = now() - interval '1 second'")
    await asyncio.gather(*(send(desk) for _ in range(4)))
    assert await desk.state(remittance) == "delivered"
    assert sftp_bank.seen == [f"took {NAME}"]


async def test_another_file_of_this_name_stops_it(desk: FileDesk, ana: Person, sftp_bank: MailboxServer) -> None:
    await in_use(desk, sftp_bank)
    remittance = await going(desk, ana)
    (sftp_bank.root / OUTBOX / NAME).write_bytes(b"somebody else's")
    await send(desk)
    file = await file_of(desk, remittance)
    assert (file["state"], await desk.state(remittance)) == ("stopped", "sealed")
    assert (sftp_bank.root / OUTBOX / NAME).read_bytes() == b"somebody else's"


async def test_what_is_empty_too_large_or_still_written_is_not_taken(
    desk: FileDesk, sftp_bank: MailboxServer, monkeypatch: pytest.MonkeyPatch, counter: Counter
) -> None:
    await in_use(desk, sftp_bank)
    monkeypatch.setattr(receive_files, "MOST_BYTES", 100)
    sftp_bank.lay_down("EMPTY.RET", b"")
    sftp_bank.lay_down("LARGE.RET", b"x" * 101)
    (sftp_bank.root / INBOX / ".HIDDEN.RET").write_bytes(b"y")
    (sftp_bank.root / INBOX / "folder").mkdir()
    await look(desk)
    assert sorted((each["name"], each["state"]) for each in (await shown(desk))["files"]) == [
        ("EMPTY.RET", "skipped"), ("LARGE.RET", "skipped"),
    ]  # fmt: skip
    times = 0
    growing = sftp_bank.root / INBOX / "GROWS.RET"
    growing.write_bytes(b"1")

    async def grows(seconds: float) -> None:
        nonlocal times
        times += 1
        if times == 1:
            growing.write_bytes(b"1" * 50)

    monkeypatch.setattr(asyncio, "sleep", grows)
    await look(desk)
    monkeypatch.undo()
    assert "GROWS.RET" not in {each["name"] for each in (await shown(desk))["files"]}
    monkeypatch.setattr(receive_files, "SETTLE_SECONDS", 0.01)
    await look(desk)
    assert {each["name"] for each in (await shown(desk))["files"]} >= {"GROWS.RET"}
    # What is no file of a bank is there for people to see, and changes nothing.
    (row,) = (await desk.diego.get(FILES)).json()
    assert row["status"] == "rejected"


async def test_a_mailbox_that_hangs_is_left(
    desk: FileDesk, sftp_bank: MailboxServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_use(desk, sftp_bank)
    monkeypatch.setattr(receive_files, "LOOK_SECONDS", 0.05)

    async def hangs(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(SftpSession, "files", hangs)
    await look(desk)
    assert (await shown(desk))["mailbox"]["look_error"]["code"] == "left"


async def test_setting_it_anew_asks_for_test_and_enabling_again(
    desk: FileDesk, eva: Person, sftp_bank: MailboxServer, counter: Counter, sql: Sql
) -> None:
    assert (await desk.diego.put(path(desk), place(sftp_bank))).status_code == 200
    said = await desk.diego.post(path(desk, "/enable"), key=None)
    assert (said.status_code, said.json()["message"]) == (409, "mailbox_untested")
    await counter.work()
    standing_policy(sql, "payouts:mailbox:enable")
    held = await desk.diego.post(path(desk, "/enable"), key=None)
    assert held.status_code == 202, held.text
    assert (await Desk(sql).approve(eva, held.json()["request"]["id"])).status_code == 200
    assert (await shown(desk))["mailbox"]["enabled"] is True
    assert (await desk.diego.put(path(desk), place(sftp_bank, outbox="elsewhere"))).status_code == 200
    box = (await shown(desk))["mailbox"]
    assert (box["enabled"], box["tested_at"], box["testing"]) == (False, None, True)
    assert (await desk.diego.post(path(desk, "/look"), key=None)).json()["message"] == "mailbox_disabled"


async def test_only_staff_who_may_see_and_use_a_mailbox(
    desk: FileDesk, bruno: Person, carla: Person, sftp_bank: MailboxServer, ana: Person
) -> None:
    await in_use(desk, sftp_bank)
    remittance = await going(desk, ana)
    for person in (bruno, carla):
        assert (await person.get(path(desk))).status_code in (403, 404)
        assert (await person.put(path(desk), place(sftp_bank))).status_code in (403, 404)
        assert (await person.post(path(desk, "/test"), key=None)).status_code in (403, 404)
        assert (await person.post(f"{REMITTANCES}/{remittance['id']}/send", key=None)).status_code in (403, 404)


async def test_secrets_are_sealed_and_no_event_tells_them(desk: FileDesk, sftp_bank: MailboxServer, sql: Sql) -> None:
    await in_use(desk, sftp_bank)
    assert sql("select count(*) from mailbox where position(%s::bytea in password) > 0", PASSWORD.encode()) == [(0,)]
    assert sql("select count(*) from event where data::text like %s", f"%{PASSWORD}%") == [(0,)]
    said = await desk.diego.get(path(desk))
    assert PASSWORD not in said.text


@pytest.mark.parametrize(
    "lie",
    [
        "update mailbox_file set sha256 = sha256('other')",
        "update mailbox_file set name = 'OTHER.REM'",
        "update mailbox_file set naming_at = now(); update mailbox_file set naming_at = null",
        "delete from mailbox_file",
        "update mailbox_file set state = 'uncertain'; update mailbox_file set state = 'stopped'",
        "insert into mailbox_file (id, processor_id, direction, name, size, sha256, state, remittance_id, actor)"
        " select gen_random_uuid(), processor_id, 'out', 'x', 3, sha256('abc'), 'waiting', remittance_id, 'x' from mailbox_file",
    ],
)
async def test_what_was_written_down_of_a_file_stays(
    desk: FileDesk, ana: Person, sftp_bank: MailboxServer, sql: Sql, lie: str
) -> None:
    await in_use(desk, sftp_bank)
    await going(desk, ana)
    *before, last = lie.split(";")
    for statement in before:
        sql(statement)
    with pytest.raises(psycopg.DatabaseError):
        sql(last)
    sql("update mailbox_file set state = 'waiting' where state = 'uncertain'")
    await send(desk)


async def test_each_invariant_of_mailboxes_finds_what_breaks_it(
    desk: FileDesk, ana: Person, sftp_bank: MailboxServer, counter: Counter, sql: Sql
) -> None:
    await in_use(desk, sftp_bank)
    await going(desk, ana)
    await counter.work()
    await look(desk)
    assert offenders(counter.url) == {}
    sql("alter table mailbox_file disable trigger user")
    sql("update mailbox_file set size = size + 1 where direction = 'out'")
    assert offenders(counter.url) == {"mailbox_sends_what_was_sealed": 1}
    sql("update mailbox_file set size = size - 1 where direction = 'out'")
    sql("update mailbox_file set size = size + 1 where direction = 'in'")
    assert offenders(counter.url) == {"mailbox_files_are_return_files": 1}
    sql("update mailbox_file set size = size - 1 where direction = 'in'")


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_problem_of_a_mailbox_has_its_words(language: str) -> None:
    texts = json.loads((WEB / language / "payoutFiles.json").read_text())["mailbox"]["wrong"]
    # What was written down before there were codes stands as it was.
    assert set(texts) == set(get_args(ProblemCode)) - {"other"}
