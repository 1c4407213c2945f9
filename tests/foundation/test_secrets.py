"""The secret of the server is replaced while the house runs, and nothing that was sealed under it is lost."""

import base64
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import altcha
import httpx
import psycopg
import pytest
from psycopg import sql as written

import retaguarda
from conftest import SECRET, as_app
from payin.test_processors import SECOND, add, certificate
from people import EMAILS, Person, asgi
from retaguarda.app import App, build, web
from retaguarda.audit.signing_keys import signing_key
from retaguarda.cli import secrets
from retaguarda.compliance.pld_alerts.open_pld_case import CaseSubject, open_pld_case
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.keys import HEADER_BYTES, Keys
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.sealed_columns import COLUMNS, columns, counts, reseal
from retaguarda.foundation.secret_file import previous_secret_of
from retaguarda.foundation.webhook_signature import unsealed
from retaguarda.payin.processors.connections import webhook_secret
from retaguarda.providers.botcheck import Altcha
from retaguarda.settings import SettingsError, load
from support.charges import Counter
from support.identity import add_app, code, log_in, me, refresh
from support.lots import BY_LOTS
from support.pdf_texts import texts

NEW_SECRET = "the secret that comes after it, long enough"
SERVER = Path(retaguarda.__file__).parent


@dataclass
class Made:
    """What was there before the secret was replaced, and what people then had in their hands."""

    charge: str
    receipt_code: str
    totp: str
    recovery: list[str]
    gil: Person
    xsrf: str
    endpoint: str
    hook_secret: str
    address: str


@pytest.fixture
async def made(counter: Counter, ana: Person, gil: Person, diego: Person, app: App) -> Made:
    """Something sealed in every column there is."""
    charge = await counter.paid(ana)
    totp, recovery = await add_app(ana)
    await ana.post("/auth/confirm", {"password": "Mesa#Azul-2026"})
    assert (await ana.post("/auth/twoFactor")).status_code == 200, "one that waits for its first code"
    hook = (await gil.post("/v1/payin/webhooks", {"url": "https://shop.example/h", "events": ["charge.paid"]})).json()
    path = f"/v1/payin/webhooks/{hook['id']}/rotate"
    rotated = await gil.post(path, {"grace_minutes": 60})
    assert rotated.status_code in (200, 201), rotated.text
    assert (await gil.put("/v1/notifications/webhook", {"url": "https://shop.example/p"})).status_code == 200
    told, key = certificate(400)
    processor = await add(diego, counter, certificate=told, certificate_key=key)
    given = {name: value for name, value in SECOND.items() if name not in ("name", "priority")}
    paying = given | {"name": "Paga", "ispb": "87654321", "certificate": told, "certificate_key": key}
    made_one = await diego.post("/v1/payouts/processors", paying)
    assert made_one.status_code == 201, made_one.text
    assert (await diego.post("/v1/payouts/processors/lots", BY_LOTS)).status_code == 201
    await counter.work()
    waiting = await diego.post(f"/v1/payin/processors/{processor['id']}/rotate", given)
    assert waiting.status_code == 200, waiting.text
    waiting = await diego.post(f"/v1/payouts/processors/{made_one.json()['id']}/rotate", given)
    assert waiting.status_code == 200, waiting.text
    async with app.database.transaction(SYSTEM) as tx:
        await signing_key(tx, app.keys)
        boxed = {"processor": made_one.json()["id"], "sealed": app.keys.seal("mailbox", b"secret")}
        await tx.execute(_MAILBOX, boxed)
        await tx.execute(_CHECKED, {"sealed": app.keys.seal("check_provider", b"secret")})
        await PartyKeys(app.keys).seal(tx, 2, uuid4(), b"secret")
        case = await open_pld_case(tx, "x", CaseSubject("merchant", "2", "Loja Aurora", None, 2), "A case")
        await tx.execute(_EVIDENCE, {"case": case.id, "sealed": app.keys.seal("evidence", b"secret")})
    signed_in = await log_in(gil.client, "gil")
    gil.token, gil.refresh_token = signed_in.json()["token"], signed_in.json()["refreshToken"]
    xsrf = gil.client.cookies["XSRF-TOKEN"]
    gil.client.cookies.clear()
    return Made(
        charge["id"],
        await _code_of_receipt(ana, charge["id"]),
        totp,
        recovery,
        gil,
        xsrf,
        hook["id"],
        rotated.json()["secret"],
        await _address(app),
    )


#: The mailbox of a bank, which two secrets open.
_MAILBOX = (
    "insert into mailbox (processor_id, host, port, username, host_key, fingerprint, password, private_key, outbox, inbox, set_by)"
    " values (%(processor)s, 'bank.example', 22, 'retaguarda', repeat('k', 40), repeat('f', 40), %(sealed)s, %(sealed)s, '/in', '/out', 'x')"
)
#: A file that somebody made of a case.
_EVIDENCE = (
    "insert into pld_evidence (id, case_id, sha256, size, content, closed, reason, person_id, made_by)"
    " values (gen_random_uuid(), %(case)s, sha256('x'), 1, %(sealed)s, '{}', 'test', gen_random_uuid(), 'x')"
)
#: A provider of checks and one of its answers.
_CHECKED = """
    with provider as (
      insert into check_provider (id, name, port, mode, base_url, secret, currency, written_by, written_by_id)
      values (gen_random_uuid(), 'Sandbox', 'pep', 'sandbox', 'http://psp', %(sealed)s, 'BRL', 'x', gen_random_uuid())
      returning company_id, id
    )
    insert into provider_call (id, provider_id, port, subject_hash, shown, purpose, day, asked_by, outcome, currency, result, answer,
                               answer_expires_at)
    select gen_random_uuid(), id, 'pep', sha256('x'), 'x', 'test', '2026-01-01', 'x', 'clear', 'BRL', '{}', %(sealed)s, now()
      from provider
"""


async def test_every_sealed_column_is_known_to_the_program_and_nothing_else_is_sealed(
    made: Made, peopled_url: str
) -> None:
    with psycopg.connect(peopled_url) as owner:
        found = {(each.table, each.name) for each in columns(owner)}
        assert found == COLUMNS.keys()
        empty = [str(each.column) for each in counts(owner, Keys(SECRET)) if not each.current]
        assert empty == [], "the fixture above makes something in each, so that the tests below mean something"
        bytes_of = owner.execute(
            "select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid"
            " where a.atttypid = 'bytea'::regtype and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace"
            " and a.attnum > 0 and not a.attisdropped"
        ).fetchall()
        assert len(bytes_of) > 20
        for table, column in bytes_of:
            count = owner.execute(
                written.SQL("select count(*) from {} where substring({} from 1 for {}) = %s").format(
                    written.Identifier(table), written.Identifier(column), written.Literal(HEADER_BYTES)
                ),
                (Keys(SECRET).header,),
            ).fetchone()
            assert count == (0,), (
                f"{table}.{column} is sealed: its type is `sealed`, and foundation/sealed_columns.py names it"
            )


def test_the_database_takes_no_plain_text_for_a_sealed_value(peopled_url: str) -> None:
    with psycopg.connect(peopled_url) as owner, pytest.raises(psycopg.errors.CheckViolation):
        owner.execute("update person set totp_secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DP'::bytea")


async def test_with_both_secrets_everything_works_and_after_rotating_the_new_one_alone_is_enough(
    made: Made, app: App, counter: Counter, peopled_url: str
) -> None:
    async with _under(app, counter, peopled_url, NEW_SECRET, SECRET) as (both, anyone):
        await _all_works(made, both, anyone, made.recovery[0])
        # The cookie of a session that was opened under the secret before, and one that nobody signed.
        for cookie, status in ((made.xsrf, 201), (made.xsrf, 201), ("0" * 64, 403)):
            said = await anyone.post(
                "/v1/payin/charges",
                json={"amount": {"amount": 100}},
                headers={
                    "Authorization": f"Bearer {made.gil.token}",
                    "X-XSRF-TOKEN": cookie,
                    "Idempotency-Key": "once",
                    "Cookie": f"XSRF-TOKEN={cookie}",
                },
            )
            assert said.status_code == status, said.text
    with psycopg.connect(peopled_url, autocommit=True) as owner:
        both_keys = Keys(NEW_SECRET, SECRET)
        # The tests above may have left new values: at least the old ones are still there.
        assert sum(each.other for each in counts(owner, both_keys)) > len(COLUMNS) - 2
        first = {str(each.column): each for each in reseal(owner, both_keys, batch=1)}
        assert sum(each.count for each in first.values()) > len(COLUMNS) - 2
        assert [each for each in first.values() if each.closed] == []
        assert all(each.other == 0 for each in counts(owner, both_keys))
        assert sum(each.count for each in reseal(owner, both_keys)) == 0, "the second time there is nothing to do"
    async with _under(app, counter, peopled_url, NEW_SECRET) as (alone, anyone):
        await _all_works(made, alone, anyone, made.recovery[1])


async def test_a_process_that_still_signs_with_the_old_secret_reads_what_the_new_one_wrote(
    made: Made, app: App, counter: Counter, peopled_url: str
) -> None:
    with psycopg.connect(peopled_url, autocommit=True) as owner:
        list(reseal(owner, Keys(NEW_SECRET, SECRET)))
    async with _under(app, counter, peopled_url, SECRET, NEW_SECRET) as (both, anyone):
        await _all_works(made, both, anyone, made.recovery[0])


async def test_a_refresh_token_that_was_just_used_gets_the_same_successor_from_either_secret(
    made: Made, app: App, counter: Counter, peopled_url: str, client: httpx.AsyncClient
) -> None:
    first = (await refresh(client, made.gil.refresh_token)).json()
    async with _under(app, counter, peopled_url, NEW_SECRET, SECRET) as (_, anyone):
        again = await refresh(anyone, made.gil.refresh_token)
        assert again.json()["refreshToken"] == first["refreshToken"], "within the grace, as if nothing had happened"
        following = await refresh(anyone, first["refreshToken"])
        assert following.status_code == 200
        spent = await refresh(anyone, made.gil.refresh_token)
        assert spent.status_code == 401, "its successor was used: somebody holds a copy"


def test_what_somebody_writes_meanwhile_is_kept(made: Made, peopled_url: str) -> None:
    keys, both = Keys(SECRET), Keys(NEW_SECRET, SECRET)
    with psycopg.connect(peopled_url, autocommit=True) as owner:
        unseal, written_by = both.unseal, list[bytes]()

        def and_then_somebody_writes(purpose: str, sealed: bytes) -> bytes:
            plain = unseal(purpose, sealed)
            if purpose == "totp" and not written_by:
                written_by.append(keys.seal("totp", b"another secret"))
                with psycopg.connect(peopled_url, autocommit=True) as other:
                    other.execute("update person set totp_secret = %s where totp_secret = %s", (written_by[0], sealed))
                    other.execute(
                        "update person set totp_pending = %s where totp_pending = %s", (written_by[0], sealed)
                    )
            return plain

        both.unseal = and_then_somebody_writes
        list(reseal(owner, both))
        kept = owner.execute(
            "select count(*) from person where %s in (totp_secret, totp_pending)", (written_by[0],)
        ).fetchone()
        assert kept == (1,)
        assert sum(each.other for each in counts(owner, both)) == 1
        assert sum(each.count for each in reseal(owner, both)) == 1


async def test_the_command_says_what_is_left_and_is_done_only_when_nothing_is(
    made: Made, peopled_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data = tmp_path / "house"
    data.mkdir()
    (data / "secret").write_text(NEW_SECRET)
    monkeypatch.setenv("RETAGUARDA_DATA", str(data))
    monkeypatch.setenv("DATABASE_URL", peopled_url)
    monkeypatch.delenv("RETAGUARDA_SECRET", raising=False)
    assert secrets.main(["status"]) == 1
    assert secrets.main(["rotate"]) == 1
    said = capsys.readouterr().out
    assert "person.totp_secret: 0 sealed anew, " in said
    assert "that neither secret opens" in said
    (data / "secret.previous").write_text(SECRET + "\n")
    assert secrets.main(["rotate"]) == 0
    assert "nothing needs another secret than today's" in capsys.readouterr().out
    (data / "secret.previous").unlink()
    for _ in range(2):
        assert secrets.main(["rotate"]) == 0
    assert secrets.main(["status"]) == 0
    assert SECRET not in capsys.readouterr().out


async def test_a_sealed_column_that_the_program_does_not_know_stops_the_command(peopled_url: str) -> None:
    with psycopg.connect(peopled_url, autocommit=True) as owner:
        owner.execute("create table forgotten (id int primary key, secret sealed)")
        with pytest.raises(RuntimeError, match=r"forgotten\.secret"):
            list(reseal(owner, Keys(SECRET)))


async def test_a_bot_check_that_was_begun_under_the_secret_before_is_taken() -> None:
    before, now = Keys(SECRET), Keys(NEW_SECRET, SECRET)
    challenge = altcha.Challenge.from_dict(Altcha(*before.derive_all("altcha")).challenge("login"))
    solved = altcha.solve_challenge(challenge)
    assert solved is not None
    payload = base64.b64encode(json.dumps(altcha.Payload(challenge, solved).to_dict()).encode()).decode()
    assert (await Altcha(*now.derive_all("altcha")).verify(payload, "login")).passed
    assert not (await Altcha(*Keys(NEW_SECRET).derive_all("altcha")).verify(payload, "login")).passed


def test_a_sealed_value_names_its_secret_and_opens_for_its_purpose_alone() -> None:
    old, new, both = Keys(SECRET), Keys(NEW_SECRET), Keys(NEW_SECRET, SECRET)
    sealed = old.seal("totp", b"plain")
    assert sealed.startswith(old.header)
    assert old.header != new.header
    assert both.header == new.header
    assert both.unseal("totp", sealed) == b"plain"
    for keys, purpose, value in (
        (new, "totp", sealed),
        (both, "hooks", sealed),
        (both, "totp", new.header + sealed[HEADER_BYTES:]),
        (both, "totp", sealed[:-1] + bytes([sealed[-1] ^ 1])),
        (both, "totp", b""),
    ):
        with pytest.raises(ValueError, match="does not open"):
            keys.unseal(purpose, value)


def test_the_previous_secret_comes_from_the_settings_or_the_data_folder_and_is_never_printed(tmp_path: Path) -> None:
    assert previous_secret_of("", tmp_path) == ""
    (tmp_path / "secret.previous").write_text(SECRET + "\n")
    assert previous_secret_of("", tmp_path) == SECRET
    assert previous_secret_of(NEW_SECRET, tmp_path) == NEW_SECRET
    settings = load({"RETAGUARDA_SECRET": NEW_SECRET, "RETAGUARDA_SECRET_PREVIOUS": SECRET})
    assert (settings.secret, settings.secret_previous) == (NEW_SECRET, SECRET)
    assert SECRET not in repr(settings)
    assert NEW_SECRET not in repr(settings)
    production = {
        "RETAGUARDA_ENV": "production",
        "RETAGUARDA_PUBLIC_URL": "https://pay.example",
        "RETAGUARDA_SECRET": "x" * 32,
    }
    with pytest.raises(SettingsError, match="RETAGUARDA_SECRET_PREVIOUS"):
        load(production | {"RETAGUARDA_SECRET_PREVIOUS": "short"})


def test_the_inventory_of_keys_names_every_purpose_and_every_sealed_column() -> None:
    inventory = (Path(__file__).parents[2] / "docs" / "cryptography.md").read_text()
    called = re.compile(
        r"\.(?:seal|unseal|derive|derive_all|sign|sign_all|password|sign_permanently)\(\s*(?:\w+,\s*)?(\"[^\"]+\"|[A-Z_]+)"
    )
    purposes = set[str]()
    for path in SERVER.rglob("*.py"):
        text = path.read_text()
        for given in called.findall(text):
            if given.startswith('"'):
                purposes.add(given.strip('"'))
            elif found := re.search(rf"^{given} = \"([^\"]+)\"", text, re.MULTILINE):
                purposes.add(found[1])
    assert purposes >= {"totp", "signing", "audit", "pix_connection", "hooks", "kept_key", "refresh", "xsrf", "altcha"}
    assert [each for each in sorted(purposes) if f"`{each}`" not in inventory] == []
    assert [f"{t}.{c}" for t, c in COLUMNS if f"`{t}.{c}`" not in inventory] == []
    assert set(COLUMNS.values()) <= purposes


@asynccontextmanager
async def _under(
    app: App, counter: Counter, url: str, secret: str, previous: str = ""
) -> AsyncIterator[tuple[App, httpx.AsyncClient]]:
    """Another process of the house, with other secrets."""
    settings = replace(app.settings, secret=secret, secret_previous=previous)
    other = build(settings, as_app(url), counter.bank.client._transport)
    async with (
        other.opened(),
        httpx.AsyncClient(transport=asgi(web(other)), base_url="http://localhost:8000") as anyone,
    ):
        yield other, anyone


async def _all_works(made: Made, app: App, anyone: httpx.AsyncClient, recovery: str) -> None:
    """Second factors, recovery codes, tokens, receipts, webhooks and providers, as before."""
    async with app.database.transaction(SYSTEM) as tx:
        # So that the code of now works for each process that is asked.
        await tx.execute("update person set totp_last_step = 0")
    assert (await log_in(anyone, "ana", digits=code(made.totp))).status_code == 200
    assert (await log_in(anyone, "ana", digits=recovery)).status_code == 200
    assert (await log_in(anyone, "ana", digits=recovery)).status_code == 401
    assert (await me(anyone, made.gil.token)).status_code == 200, "its signing key opens"
    assert await _code_of_receipt(Person(anyone, EMAILS["gil"], made.gil.token), made.charge) == made.receipt_code
    assert await _address(app) == made.address
    async with app.database.transaction(SYSTEM) as tx:
        row = await tx.one("select secret from hook_endpoint where id = %(id)s", {"id": made.endpoint})
        assert row is not None
        assert unsealed(app.keys, bytes(row["secret"])).decode() == made.hook_secret
        await signing_key(tx, app.keys)
        connections = await tx.all("select * from pix_connection")
    for each in connections:
        client = app.connections.client(each)
        assert client.config.client_secret
        await client.close()


async def _code_of_receipt(person: Person, charge: str) -> str:
    receipt = await person.get(f"/v1/payin/charges/{charge}/receipt")
    assert receipt.status_code == 200, receipt.text
    (found,) = [each for each in texts(receipt.content) if re.fullmatch(r"\w{4}(-\w{4}){5}", each)]
    return found


async def _address(app: App) -> str:
    async with app.database.transaction(SYSTEM) as tx:
        connection: Any = await tx.value("select id from pix_connection where settings_name is not null")
        return await webhook_secret(tx, app.keys, connection)
