"""The file of a company: written by one installation, taken in by another, and equal there."""

import argparse
import hashlib
import random
import re
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import psycopg
import pytest

from conftest import SECRET, Sql, _copy, as_app
from people import AURORA, OUTRA, Person, asgi
from retaguarda.app import build, web
from retaguarda.audit.keep_bundle import write_kept_bundle
from retaguarda.audit.offline.verify import Bundle
from retaguarda.audit.prove_kept import prove_kept
from retaguarda.audit.sequence_events import sequence
from retaguarda.cells.export_company import ExportedFile, export_company
from retaguarda.cells.import_company import ImportedCompany, import_company
from retaguarda.cells.list_tables import ELSEWHERE, moved_tables
from retaguarda.cells.model import Refused
from retaguarda.cells.move_rules import ABOUT, NUMBERS, STAY, STAY_ABOUT, TRANSACTIONS, renumbered
from retaguarda.cells.seal_for import box_for, box_from, make_opening_key
from retaguarda.cells.shut_tables import owner_transaction
from retaguarda.cells.write_parts import MANIFEST, Manifest, finish
from retaguarda.cli.found import begin
from retaguarda.cli.share_keys import share_keys, take_keys
from retaguarda.foundation.database import Connection
from retaguarda.foundation.keys import Keys
from retaguarda.settings import Settings
from support.charges import Counter, offenders
from support.withdrawals import settle, usable, withdraw

OTHER_SECRET = "another secret of the tests, long enough"
OTHER_KEYS = Keys(OTHER_SECRET)
FILES = ("entries.jsonl", "nodes.jsonl", "checkpoints.jsonl", "keys.txt", "bundle.txt")
_PAGE = (Path(__file__).parents[2] / "docs/data-classification.md").read_text()
_ROWS = "select (select count(*) from company), (select count(*) from event), (select count(*) from ledger_entry), (select count(*) from person)"


@pytest.fixture
def founded(
    server: psycopg.Connection, server_url: str, template: str, peopled_url: str, tmp_path: Path
) -> Iterator[str]:
    """The database of an installation that was founded with the same kept keys, and has no company yet."""
    with _copy(server, server_url, template) as url:
        with psycopg.connect(peopled_url) as here, psycopg.connect(url) as there:
            options = argparse.Namespace(
                company="Other cell",
                legal_name=None,
                document="11444777000161",
                email="root@cell-b.example",
                name="Root",
                locale="en",
                companies=None,
            )
            begin(there, options)
            code = share_keys(here, Keys(SECRET), tmp_path / "kept")
            take_keys(there, OTHER_KEYS, tmp_path / "kept", code)
        yield url


@asynccontextmanager
async def owner(url: str) -> AsyncIterator[Connection]:
    async with await Connection.connect(url, autocommit=True, options="-c timezone=UTC") as connection:
        yield connection


async def export(url: str, to: Path, key: bytes, company: int = AURORA, move: UUID | None = None) -> ExportedFile:
    async with owner(url) as connection:
        return await export_company(connection, move or uuid4(), company, key, to, keys=Keys(SECRET))


async def take(url: str, file: Path, key: bytes, keys: Keys = OTHER_KEYS) -> ImportedCompany:
    async with owner(url) as connection, connection.transaction():
        return await import_company(connection, file, key, keys=keys)


@dataclass
class Written:
    """A file that is on its way, and the key that opens it."""

    file: ExportedFile
    key: bytes


async def written(counter: Counter, folder: Path, company: int = AURORA) -> Written:
    await counter.work()
    while await sequence(counter.app.database, counter.app.keys):
        pass
    public, private = make_opening_key()
    return Written(await export(counter.url, folder / f"{company}.company", public, company), private)


async def refused(url: str, file: Path, key: bytes, keys: Keys = OTHER_KEYS) -> str:
    """The code by which a file is refused, when nothing of it stays."""
    with psycopg.connect(url) as connection:
        before = connection.execute(_ROWS.encode()).fetchone()
    with pytest.raises(Refused) as said:
        await take(url, file, key, keys)
    assert said.value.words
    with psycopg.connect(url) as connection:
        assert connection.execute(_ROWS.encode()).fetchone() == before
    return said.value.code


def asked(url: str, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query.encode(), values or None).fetchall()


@asynccontextmanager
async def house(url: str, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """The other installation's application."""
    settings = Settings(secret=OTHER_SECRET, bot_check="none", web_dist=Path("/nonexistent"), data=folder)
    app = build(settings, as_app(url))
    async with (
        app.opened(),
        httpx.AsyncClient(transport=asgi(web(app)), base_url="http://localhost:8000") as client,
    ):
        yield client


async def told_by(person: Person) -> dict[str, Any]:
    """What a merchant sees of the money."""
    seen = {
        path: await person.get(path)
        for path in ("/v1/payin/charges", "/v1/account/transactions", "/v1/account/balances")
    }
    assert {said.status_code for said in seen.values()} == {200}
    told = {path: said.json() for path, said in seen.items()}
    return told | {
        "/v1/account/balances": {name: value for name, value in told["/v1/account/balances"].items() if name != "at"}
    }


_MONEY = """
select a.code::text, a.currency::text, a.posted, a.held, a.version from ledger_account a where a.company_id = 2 order by 1, 2
"""
_STATEMENT = """
select j.id, j.key::text, j.recorded_at, e.leg, a.company_id, a.code::text, e.amount, e.version, e.balance_after, e.posted_at
  from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id join ledger_account a on a.id = e.account_id
 where j.company_id = 2 order by j.id, e.leg
"""
_EVENTS = "select name, subject_id, person_id, actor, at, data from event where company_id = 2 order by xid, id"


async def test_a_company_comes_whole_and_both_sides_hold(
    ana: Person, bruno: Person, gil: Person, counter: Counter, founded: str, sql: Sql, tmp_path: Path
) -> None:
    await counter.paid(ana, 10_000)
    await counter.charge(ana, 500)
    made = (await withdraw(bruno, await usable(bruno, sql))).json()
    await settle(counter, made["id"])
    hook = {"url": "https://shop.example/hooks", "events": ["charge.created"]}
    secret = (await gil.post("/v1/payin/webhooks", hook)).json()["secret"]
    await counter.work()
    before = await told_by(ana)
    sent = await written(counter, tmp_path)
    came = await take(founded, sent.file.path, sent.key)
    assert (came.company_id, came.file_sha256, came.kept_people) == (AURORA, sent.file.sha256, [])
    for query in (_MONEY, _STATEMENT, _EVENTS):
        assert asked(founded, query) == asked(counter.url, query) != []
    async with house(founded, tmp_path) as client:
        there = await Person(client, "ana@merchant.example").sign_in()
        assert await told_by(there) == before
    ((sealed,),) = asked(founded, "select secret from hook_endpoint where company_id = 2")
    assert OTHER_KEYS.unseal("hooks", bytes(sealed)).decode() in secret
    assert asked(founded, "select count(*) from person where company_id = 2 and totp_secret is not null")[0][0] > 0
    assert offenders(counter.url) == offenders(founded) == {}
    # Nobody there reads as new what was read where it was written.
    assert asked(founded, "select count(*) from event e join moved_bundle b on b.company_id = e.company_id and e.id <= b.last_event join event_reader r on (e.xid, e.id) > (r.xid, r.id)") == [(0,)]  # fmt: skip


async def test_the_provider_s_accounts_take_the_legs_and_every_number_is_drawn_anew(
    ana: Person, counter: Counter, founded: str, tmp_path: Path
) -> None:
    await counter.paid(ana, 10_000)
    sent = await written(counter, tmp_path)
    with psycopg.connect(founded) as there:
        there.execute(
            "select setval('event_id_seq', 5000), setval('ledger_account_id_seq', 7000), setval('role_id_seq', 9000)"
        )
    came = await take(founded, sent.file.path, sent.key)
    theirs = dict(asked(counter.url, "select id, code || currency from ledger_account"))
    ours = dict(asked(founded, "select id, code || currency from ledger_account"))
    accounts = came.renumbered["ledger_account.id"]
    assert {theirs[old]: ours[new] for old, new in accounts.items()} == {theirs[old]: theirs[old] for old in accounts}
    assert set(accounts) >= {row[0] for row in asked(counter.url, "select id from ledger_account where company_id = 2")}
    assert min(new for new in accounts.values()) < 7000 < max(accounts.values())
    assert min(came.renumbered["role.id"].values()) > 9000
    assert asked(founded, "select min(id) > 5000 from event where company_id = 2") == [(True,)]
    roles = "select p.email, r.name, r.permissions from person_role h join person p on p.id = h.person_id join role r on r.id = h.role_id where h.company_id = 2 order by 1, 2"  # fmt: skip
    assert asked(founded, roles) == asked(counter.url, roles) != []


async def test_events_are_proved_out_of_the_bundle_to_the_byte(
    ana: Person, counter: Counter, founded: str, tmp_path: Path
) -> None:
    await counter.paid(ana, 10_000)
    sent = await written(counter, tmp_path)
    came = await take(founded, sent.file.path, sent.key)
    async with owner(founded) as connection, owner_transaction(connection) as tx:
        (move,) = await write_kept_bundle(tx, AURORA, tmp_path / "out")
        assert move == came.move_id
        with zipfile.ZipFile(sent.file.path) as archive:
            kept = {name: (tmp_path / "out" / str(move) / name).read_bytes() for name in FILES}
            assert kept == {name: archive.read(f"audit/{name}") for name in FILES}
        ((key,),) = asked(counter.url, "select public from audit_key where private is not null")
        assert Bundle(kept).report
        events = asked(founded, "select id, name from event where company_id = 2")
        assert events
        proofs = set[tuple[int, str]]()
        for event, name in events:
            proof = await prove_kept(tx, AURORA, event)
            assert proof is not None
            assert proof.holds
            assert f'"{name}"' in proof.leaf
            proofs.add((proof.size, proof.root))
        assert await prove_kept(tx, OUTRA, events[0][0]) is None
    ((size, root),) = asked(counter.url, "select size, root from audit_checkpoint order by size desc limit 1")
    assert proofs == {(size, bytes(root).hex())}
    assert len(bytes(key)) == 32
    # Who is forgotten is forgotten there, too, and the leaf still proves the rest.
    ((someone,),) = asked(founded, "select id from person where email = 'ana@merchant.example'")
    hers = [
        event for (event,) in asked(founded, "select id from event where company_id = 2 and person_id = %s", someone)
    ]
    with psycopg.connect(founded) as there:
        there.execute("select audit_forget(%s)", (someone,))
    lines = asked(founded, "select line from moved_line where company_id = 2 and event_id = any (%s)", hers)
    assert len(lines) == len(hers) > 0
    for (line,) in lines:
        entry = msgspec.json.decode(line)
        assert {entry[name] for name in ("person", "actor", "ip", "agent", "data")} == set(entry["salts"]) == {None}
    async with owner(founded) as connection, owner_transaction(connection) as tx:
        proof = await prove_kept(tx, AURORA, events[-1][0])
        assert proof is not None
        assert proof.holds
    # A changed line is noticed.
    with psycopg.connect(founded) as there:
        there.execute("alter table moved_line disable trigger user")
        there.execute(
            "update moved_line set line = replace(line, '\"v\"', '\"w\"') where event_id = %s", (events[0][0],)
        )
        there.execute("update moved_line set line = replace(line, 'v', 'w') where event_id = %s", (events[0][0],))
    async with owner(founded) as connection, owner_transaction(connection) as tx:
        proof = await prove_kept(tx, AURORA, events[0][0])
        assert proof is None or not proof.holds


async def test_a_file_that_is_cut_or_changed_by_a_bit_is_refused(
    ana: Person, counter: Counter, founded: str, tmp_path: Path
) -> None:
    await counter.charge(ana)
    sent = await written(counter, tmp_path)
    whole, bad = sent.file.path.read_bytes(), tmp_path / "bad"
    draw = random.Random(7)
    for length in (0, 31, 32, len(whole) // 2, len(whole) - 1):
        bad.write_bytes(whole[:length])
        assert await refused(founded, bad, sent.key) == "file_changed"
    for place in (0, len(whole) - 1, *(draw.randrange(len(whole)) for _ in range(20))):
        changed = bytearray(whole)
        changed[place] ^= 1 << draw.randrange(8)
        bad.write_bytes(changed)
        assert await refused(founded, bad, sent.key) == "file_changed"
    bad.write_bytes(whole + b"\0")
    assert await refused(founded, bad, sent.key) == "file_changed"


async def rewritten(file: Path, to: Path, change: Any, **packing: Any) -> Path:
    """A file that somebody made: whole in itself, with other contents."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    manifest = msgspec.json.decode(parts.pop(MANIFEST))
    change(parts, manifest)
    for part in manifest["parts"]:
        content = parts.get(part["name"], b"")
        part |= {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content), "rows": content.count(b"\n")}
    with zipfile.ZipFile(to, "w", **packing) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
        archive.writestr(MANIFEST, msgspec.json.encode(manifest))
    finish(to)
    msgspec.convert(manifest, Manifest)
    return to


def replacing(part: str, old: bytes, new: bytes) -> Any:
    def change(parts: dict[str, bytes], _: Any) -> None:
        assert old in parts[part]
        parts[part] = parts[part].replace(old, new)

    return change


def without(part: str) -> Any:
    return lambda parts, _: parts.pop(part)


def with_more(parts: dict[str, bytes], _: Any) -> None:
    parts["more"] = b"x"


def ending_early(parts: dict[str, bytes], _: Any) -> None:
    parts["rows/event.copy"] = b"\\.\n" + parts["rows/event.copy"]


def poorer(_: Any, manifest: Any) -> None:
    manifest["balances"][0]["posted"] += 1


@pytest.mark.parametrize(
    ("change", "packing", "code"),
    [
        (replacing("rows/charge.copy", b"\t", b"3\t"), {}, "row_refused"),
        (ending_early, {}, "file_invalid"),
        (replacing("rows/person_role.copy", b"\t2\t", b"\t1\t"), {}, "file_invalid"),
        (replacing("rows/company.copy", b"2\t", b"1\t"), {}, "file_invalid"),
        (replacing("audit/entries.jsonl", b"charge", b"change"), {}, "bundle_invalid"),
        (replacing("audit/bundle.txt", b"entries ", b"entries 1"), {}, "bundle_invalid"),
        (without("rows/charge.copy"), {}, "file_invalid"),
        (with_more, {}, "file_invalid"),
        (poorer, {}, "balances_differ"),
        (lambda *_: None, {"compression": zipfile.ZIP_DEFLATED}, "file_invalid"),
        (lambda _, manifest: manifest.update(schema="0001"), {}, "schema_other"),
        (lambda _, manifest: manifest["kept_keys"].update(destination="00"), {}, "kept_keys_differ"),
        (lambda _, manifest: manifest.update(company=1), {}, "key_other"),
        (lambda _, manifest: manifest.update(format=2), {}, "format_other"),
    ],
)
async def test_a_file_that_somebody_made_is_refused(
    ana: Person, counter: Counter, founded: str, tmp_path: Path, change: Any, packing: Any, code: str
) -> None:
    await counter.paid(ana)
    sent = await written(counter, tmp_path)
    made = await rewritten(sent.file.path, tmp_path / "made", change, **packing)
    assert await refused(founded, made, sent.key) == code


async def test_it_opens_with_the_key_of_its_move_alone_and_holds_no_secret_plainly(
    gil: Person, counter: Counter, founded: str, tmp_path: Path
) -> None:
    hook = {"url": "https://shop.example/hooks", "events": ["charge.created"]}
    assert (await gil.post("/v1/payin/webhooks", hook)).status_code == 201
    sent = await written(counter, tmp_path)
    content = sent.file.path.read_bytes()
    for table, column, purpose in (("hook_endpoint", "secret", "hooks"), ("person", "totp_secret", "totp")):
        values = asked(counter.url, f"select {column} from {table} where company_id = 2 and {column} is not null")
        assert values
        for (value,) in values:
            plain = Keys(SECRET).unseal(purpose, bytes(value))
            assert plain not in content
            assert plain.hex().encode() not in content
            assert bytes(value).hex().encode() not in content
    assert await refused(founded, sent.file.path, make_opening_key()[1]) == "key_other"
    assert await refused(founded, sent.file.path, b"short") == "key_other"
    assert sent.file.path.stat().st_mode & 0o077 == 0


def test_a_sealed_value_opens_for_its_key_move_and_place_alone() -> None:
    public, private = make_opening_key()
    move = uuid4()
    own, box = box_for(public, move, 2)
    sealed = box.seal("hook_endpoint.secret", b"of the merchant")
    assert box_from(private, own, move, 2).open("hook_endpoint.secret", sealed) == b"of the merchant"
    for other in (
        box_from(private, own, uuid4(), 2),
        box_from(private, own, move, 3),
        box_from(make_opening_key()[1], own, move, 2),
    ):
        with pytest.raises(ValueError, match="does not open"):
            other.open("hook_endpoint.secret", sealed)
    for place, value in (
        ("person.totp_secret", sealed),
        ("hook_endpoint.secret", sealed[:-1]),
        ("hook_endpoint.secret", b""),
    ):
        with pytest.raises(ValueError, match="does not open"):
            box.open(place, value)


async def test_what_is_taken_is_refused_by_its_name(
    ana: Person, counter: Counter, founded: str, tmp_path: Path
) -> None:
    charge = await counter.paid(ana)
    sent = await written(counter, tmp_path)

    def there(statement: str) -> None:
        with psycopg.connect(founded, autocommit=True) as connection:
            connection.execute(statement.encode())

    there("alter table company disable trigger user")
    there("insert into company (id, name, legal_name, document) values (2, 'Somebody', 'Somebody', '45723174000110')")
    with pytest.raises(Refused, match="company 2 is here already: Somebody"):
        await take(founded, sent.file.path, sent.key)
    there("update company set id = 9 where id = 2")
    ((document,),) = asked(counter.url, "select document from company where id = 2")
    there(f"update company set document = '{document}' where id = 9")
    with pytest.raises(Refused, match=f"{document} is the CNPJ of company 9 here"):
        await take(founded, sent.file.path, sent.key)
    there("update company set document = '45723174000110' where id = 9")
    came = await take(founded, sent.file.path, sent.key)
    assert came.company_id == AURORA
    with pytest.raises(Refused, match="company 2 is here already"):
        await take(founded, sent.file.path, sent.key)
    assert charge["end_to_end_id"]


async def test_somebody_who_is_on_both_stays_as_the_other_side_knows_them(
    ana: Person, counter: Counter, founded: str, tmp_path: Path
) -> None:
    await counter.charge(ana)
    sent = await written(counter, tmp_path)
    own = uuid4()
    with psycopg.connect(founded) as there:
        there.execute(
            "insert into company (id, name, legal_name, document) values (9, 'Of B', 'Of B', '45723174000110')"
        )
        there.execute(
            "insert into person (id, company_id, email, name, password_hash) values (%s, 9, 'Ana@merchant.example', 'Ana of B', 'known here')",
            (own,),
        )
    came = await take(founded, sent.file.path, sent.key)
    assert came.kept_people == ["Ana@merchant.example"]
    assert asked(founded, "select name, password_hash, company_id from person where id = %s", own) == [
        ("Ana of B", "known here", 9)
    ]
    assert asked(founded, "select count(*) from person_role where person_id = %s", own) == [(0,)]
    # What she did is hers there, too.
    assert asked(founded, "select count(*) > 0 from event where company_id = 2 and person_id = %s", own) == [(True,)]
    assert offenders(founded) == {}


def left(folder: Path, pattern: str) -> list[Path]:
    return list(folder.glob(pattern))


async def test_what_the_provider_has_not_settled_stays_and_says_so(
    ana: Person, counter: Counter, founded: str, tmp_path: Path, sql: Sql
) -> None:
    await counter.paid(ana)
    sql("alter table pix_payment disable trigger user")
    sql("alter table pix_payment drop constraint if exists pix_payment_review")
    sql("update pix_payment set status = 'under_review', review_reason = 'rule' where company_id = 2")
    with pytest.raises(Refused) as said:
        await export(counter.url, tmp_path / "it", make_opening_key()[0])
    assert said.value.code == "under_review"
    for company in (1, 77):
        with pytest.raises(Refused) as said:
            await export(counter.url, tmp_path / "it", make_opening_key()[0], company)
        assert said.value.code == "company_unknown"
    assert left(tmp_path, "it*") == []


def test_the_application_s_role_passes_no_trigger(founded: str, peopled_url: str) -> None:
    """The word of the session says nothing in the mouth of the application, not in a function of the owner's either."""
    with psycopg.connect(as_app(peopled_url), autocommit=True) as app, psycopg.connect(peopled_url) as boss:
        for who, passes in ((app, False), (boss, True)):
            who.execute("select set_config('retaguarda.importing', '2', false)")
            assert who.execute("select cell_importing(2), cell_importing(3), cell_importing(null)").fetchone() == (
                passes,
                False,
                passes,
            )
        boss.execute(
            "create function sly() returns boolean language sql security definer as 'select cell_importing(2)'"
        )
        boss.commit()
        assert app.execute("select sly()").fetchone() == (False,)
        app.execute("select set_config('retaguarda.companies', '{2}', false)")
        with pytest.raises(psycopg.Error, match="made by whoever asks"):
            app.execute(
                "insert into approval_request (id, company_id, maker_id, state, round)"
                " values (gen_random_uuid(), 2, gen_random_uuid(), 'approved', 1)"
            )


def test_each_passed_trigger_is_there_with_its_condition(founded: str) -> None:
    assert asked(founded, "select p.target, p.name from cell_passed_triggers() p left join pg_trigger t on t.tgrelid = to_regclass(p.target)"
                 " and t.tgname = p.name where t.oid is null or pg_get_triggerdef(t.oid) !~ 'cell_importing'") == []  # fmt: skip


#: Triggers that a row of a company meets when it comes, and that let it pass because it is sound, or that make anew what is local.
MET = {
    "boleto_payment.movement_of_boleto", "charge.sound", "deposit_give_back.movement_of_give_back", "mailbox_file.mailbox_file_is_sealed", "company_partner.company_partner_shares", "deposit.movement_of_internal", "exchange_agreement.notes_counterparty",
    "exchange_operation.notes_client", "exchange_operation.notes_counterparty", "franchise_owner.franchise_owner_shares",
    "ledger_account.block_told", "ledger_account.judicial_account_opened", "ledger_entry.belongs", "ledger_journal.whole",
    "merchant_rule.merchant_rule_changed", "kyc_reason.no_cycle", "company.watch_lists_begin", "payment_share.payment_share_whole",
    "payout.movement_of_payout", "payout_return.movement_of_return", "pix_payment.movement_of_payment", "refund.movement_of_refund",
    "refund_share.refund_share_whole",
}  # fmt: skip


async def test_each_table_and_trigger_has_a_rule(founded: str) -> None:
    """A new table of companies goes by itself. One that is the provider's and names a company, or a new trigger, is asked about here."""
    async with owner(founded) as connection:
        moved = {table.name for table in await moved_tables(connection)}
    tables = {name for (name,) in asked(founded, "select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')")}  # fmt: skip
    with_company = {name for (name,) in asked(founded, "select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')")}  # fmt: skip
    providers = {name for (name,) in asked(founded, "select conrelid::regclass::text from pg_constraint where contype = 'c' and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(company_id = 1\\)\\)$'")}  # fmt: skip
    assert tables - moved - set(STAY) - ELSEWHERE - providers == set()
    assert with_company - moved - set(STAY) - ELSEWHERE - providers == set()
    naming = {name for (name,) in asked(founded, "select distinct c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('merchant_id', 'subject_company', 'lead_company') where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')")}  # fmt: skip
    assert naming & providers == (set(ABOUT) | set(STAY_ABOUT)) - {"kyc_check", "kyc_note"}
    met = {name for (name,) in asked(founded, "select c.relname || '.' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and t.tgtype & 4 = 4 and c.relname = any (%s) and pg_get_triggerdef(t.oid) !~ 'cell_importing'", list(moved))}  # fmt: skip
    assert met == MET


def test_what_the_page_calls_elsewhere_and_numbers_is_what_the_rules_know() -> None:
    places = [line.split("|")[1:3] for line in _PAGE.splitlines() if line.startswith("| ")]
    elsewhere = {table for place, names in places if place.strip() in ("reference", "global", "local") for table in re.findall(r"`(\w+)`", names)}  # fmt: skip
    assert elsewhere - {"company"} == ELSEWHERE
    section = _PAGE.split("## Numbers of one server")[1].split("\n## ")[0]
    named = {column for line in section.splitlines() if line.startswith("| `") for column in re.findall(r"`(\w+\.\w+)`", line)}  # fmt: skip
    known = set(NUMBERS) | set(renumbered()) | set(TRANSACTIONS)
    staying = {"audit_leaf", "ledger_checkpoint", "judicial_account", "judicial_hold", "house_account", "pld_alert", "incident", "coaf_communication", "coaf_file"}  # fmt: skip
    assert {column for column in named if column.split(".")[0] not in staying} == known
