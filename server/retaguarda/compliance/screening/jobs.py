"""The jobs of screening: read versions, fetch lists, answer checks, read files of checks, and keep the parties."""

import csv
import io
from uuid import UUID

import httpx
import msgspec

from retaguarda.compliance.screening.compare_subject import Asked
from retaguarda.compliance.screening.model import LARGEST_LIST, MOST_ROWS
from retaguarda.compliance.screening.queries import find_list
from retaguarda.compliance.screening.receive_version import receive_version
from retaguarda.compliance.screening.request_check import INSERT_CHECK, read_day, read_document
from retaguarda.compliance.screening.run_screening import (
    MACHINE,
    hold_lists,
    screen_parties,
    screen_waiting,
)
from retaguarda.compliance.screening.upload_files import FILE_RECEIVED, VERSION_RECEIVED
from retaguarda.compliance.screening.write_keys import make_missing_keys
from retaguarda.compliance.screening.write_party import write_party
from retaguarda.foundation.database import SYSTEM, Database, Scope, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.money import BRL
from retaguarda.foundation.pinned_connection import PinnedTransport
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses

READ_LIST, FETCH_LIST = "compliance.read_list", "compliance.fetch_list"
RUN_CHECK, READ_FILE, GATHER = "compliance.run_check", "compliance.read_file", "compliance.gather_parties"
SCREEN_COUNTERPARTIES = "compliance.screen_counterparties"
WORK, COUNTERPARTIES = "compliance.screening", "compliance.counterparties"
FETCHED = "compliance:watch_list:fetched"
_HOUSE = Scope((PROVIDER,))
_SECONDS = 60.0

#: Event → the job that follows, and the name of its parameter.
_FOLLOWS = {
    VERSION_RECEIVED: (READ_LIST, "version"),
    "compliance:watch_list:fetch": (FETCH_LIST, "number"),
    "compliance:document_check:create": (RUN_CHECK, "check"),
    "compliance:document_check:redo": (RUN_CHECK, "check"),
    FILE_RECEIVED: (READ_FILE, "number"),
}
UNFINISHED = (
    StuckWork(
        READ_LIST,
        WORK,
        "select id::text, received_at as since, jsonb_build_object('version', id) as args from list_version where status = 'received'",
    ),
    StuckWork(
        RUN_CHECK,
        WORK,
        "select id::text, asked_at as since, jsonb_build_object('check', id) as args from document_check where status = 'asked'",
    ),
    StuckWork(
        READ_FILE,
        WORK,
        "select id::text, created_at as since, jsonb_build_object('number', id) as args from check_file where status = 'received'",
    ),
    StuckWork(
        SCREEN_COUNTERPARTIES,
        COUNTERPARTIES,
        "select min(id::text) as id, min(changed_at) as since, jsonb_build_object() as args from screened_party where waiting having count(*) > 0",
    ),
)


def screening_asked(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        for event in events:
            job, parameter = _FOLLOWS[event.name]
            await queue.defer(tx, job, [{parameter: event.subject_id}])

    return EventConsumer(WORK, consume, frozenset(_FOLLOWS))


#: Acts that may name somebody, abroad or at home, who was not there before.
_NAMES_ABROAD = (
    "exchange:agreement:write",
    "exchange:operation:quote",
    "exchange:operation:complete",
    "exchange:operation:collected",
)


def counterparty_named(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        if await tx.value("select exists (select from screened_party where waiting)"):
            await queue.defer(tx, SCREEN_COUNTERPARTIES, [{}])

    return EventConsumer(COUNTERPARTIES, consume, frozenset(_NAMES_ABROAD))


class ListFetching:
    """Fetches lists from their sources.

    Args:
        transport: replaces the network, in tests.
    """

    def __init__(
        self, database: Database, queue: Queue, reach: AllowedAddresses, transport: httpx.AsyncBaseTransport | None
    ) -> None:
        self._database = database
        self._queue = queue
        self._reach = reach
        self._transport = transport

    async def fetch(self, number: str) -> None:
        """Safe to repeat: what is in force already is not received again."""
        async with self._database.transaction(_HOUSE) as tx:
            found = await find_list(tx, UUID(number))
        if found is None or not found.fetching or not found.source_url:
            return
        content, problem = await self._download(found.source_url)
        async with self._database.transaction(_HOUSE) as tx:
            await tx.execute(
                "update watch_list set fetch_asked_at = null, fetch_problem = %(problem)s where id = %(id)s",
                {"id": found.id, "problem": problem},
            )
            if content:
                values = {"origin": "fetch", "name": found.source_url.rpartition("/")[2][:200] or found.code}
                version = await receive_version(tx, found.id, content, values | {"by": MACHINE, "person": None})
                if version is not None:
                    await self._queue.defer(tx, READ_LIST, [{"version": str(version)}])
            data = {"name": found.name, "problem": problem or ""}
            await record(tx, FETCHED, company=PROVIDER, subject=number, actor=MACHINE, data=data)

    async def _download(self, url: str) -> tuple[bytes, str | None]:
        network = self._transport or httpx.AsyncHTTPTransport(trust_env=False)
        pinned = (
            network
            if self._transport
            else PinnedTransport(network, private=self._reach.private, own=self._reach.is_own)
        )
        client = httpx.AsyncClient(transport=pinned, timeout=_SECONDS, trust_env=False, follow_redirects=False)
        content = b""
        try:
            async with client.stream("GET", url) as response:
                if response.status_code != 200:
                    return b"", f"HTTP {response.status_code}"
                async for chunk in response.aiter_bytes():
                    content += chunk
                    if len(content) > LARGEST_LIST:
                        return b"", "the list is too large"
        except httpx.HTTPError as error:
            return b"", f"not reached: {type(error).__name__}"
        finally:
            if self._transport is None:
                await client.aclose()
        return content, None if content else "the list is empty"

    async def ask_all(self) -> None:
        """Fetch what grows old: half of its age is over."""
        async with self._database.transaction(_HOUSE) as tx:
            rows = await tx.all(
                "update watch_list set fetch_asked_at = now() where source_url is not null and number > 0 and fetch_asked_at is null"
                " and checked_at < now() - make_interval(hours => max_age_days * 12) returning id::text as number"
            )
            await self._queue.defer(tx, FETCH_LIST, rows)


class _Source(msgspec.Struct):
    """A company of ours, a payee, or a party of KYC, as it stands in its own room."""

    source: str
    source_id: str
    merchant: int
    name: str
    other: str | None
    document: str
    birth: str | None


class Parties:
    """Keeps who is compared: what other rooms have, each hour."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def gather(self) -> None:
        made = 1
        while made:
            async with self._database.transaction(_HOUSE) as tx:
                await hold_lists(tx)
                made = await make_missing_keys(tx)
        async with self._database.transaction(SYSTEM) as tx:
            await hold_lists(tx)
            rows = await tx.all(_SOURCES)
            changed = list[UUID]()
            for each in msgspec.convert(rows, list[_Source]):
                names = [each.name, *([each.other] if each.other and each.other != each.name else [])]
                party, new = await write_party(
                    tx, each.source, each.source_id, Asked(names, each.document, each.birth), each.merchant
                )
                if new:
                    changed.append(party)
            await tx.execute(_LAPSED)
            changed += [number for row in await tx.all(_EXPIRED) for number in row.values()]
            for at in range(0, len(changed), 500):
                await screen_parties(tx, changed[at : at + 500])

    async def screen_counterparties(self) -> None:
        """Compare whoever an operation of exchange is for or stands abroad in it, and was not compared yet. Safe to repeat."""
        compared = 1
        while compared:
            async with self._database.transaction(_HOUSE) as tx:
                compared = await screen_waiting(tx)


class CheckFiles:
    """Reads files of documents or names: a check for each row."""

    def __init__(self, database: Database, queue: Queue) -> None:
        self._database = database
        self._queue = queue

    async def read(self, number: str) -> None:
        """Safe to repeat: a file that is read is left alone."""
        async with self._database.transaction(_HOUSE) as tx:
            row = await tx.one(
                "select id, purpose, content, created_by, created_by_id from check_file where id = %(id)s and status = 'received'"
                " for update",
                {"id": UUID(number)},
            )
            if row is None:
                return
            found = msgspec.convert(row, _File)
            problem, checks, refusals = read_rows(found)
            for each in checks:
                await tx.execute(INSERT_CHECK, each)
            await self._queue.defer(tx, RUN_CHECK, [{"check": str(each.get("id"))} for each in checks])
            await tx.execute(
                "update check_file set status = %(status)s, problem = %(problem)s, content = null, rows = %(rows)s,"
                " refused = %(refused)s, refusals = %(refusals)s::jsonb where id = %(id)s",
                {
                    "id": found.id,
                    "status": "unreadable" if problem else "done",
                    "problem": problem,
                    "rows": len(checks),
                    "refused": len(refusals),
                    "refusals": msgspec.json.encode(refusals[:200]).decode(),
                },
            )


class _File(msgspec.Struct):
    id: UUID
    purpose: str
    content: bytes
    created_by: str
    created_by_id: UUID


def read_rows(found: _File) -> tuple[str | None, list[dict[str, object]], list[tuple[int, str]]]:
    """What a file asks: a problem of the whole, the checks, and the lines that are refused, each with what is wrong."""
    try:
        text = found.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = found.content.decode("latin-1")
    first = text.lstrip("\r\n").partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=max(";\t,", key=first.count))
    checks, refusals = list[dict[str, object]](), list[tuple[int, str]]()
    try:
        headings = [cell.strip().lower() for cell in next(reader, [])]
        places = {column: headings.index(name) for name, column in _HEADINGS.items() if name in headings}
        if "\x00" in text or not {"document", "name"} & places.keys():
            return "headings_missing", [], []
        for cells in reader:
            if not any(map(str.strip, cells)):
                continue
            if len(checks) + len(refusals) >= MOST_ROWS:
                return "too_many_rows", [], []
            given = {column: cells[at].strip() if at < len(cells) else "" for column, at in places.items()}
            try:
                checks.append(_check(found, reader.line_num, given))
            except ApiError as refused:
                refusals.append((reader.line_num, refused.args[0]))
    except csv.Error:
        return "not_a_table", [], []
    return (None if checks else "no_rows"), checks, refusals


def _check(found: _File, line: int, given: dict[str, str]) -> dict[str, object]:
    document, name = read_document(given.get("document")), given.get("name", "")[:300] or None
    if document is None and name is None:
        raise ApiError(400, "document_or_name", "no document and no name")
    return {
        "id": uuid7(),
        "document": document,
        "name": name,
        "birth": read_day("birth", given.get("birth") or None),
        "purpose": found.purpose,
        "note": None,
        "currency": BRL,
        "by": found.created_by,
        "person": found.created_by_id,
        "file": found.id,
        "line": line,
    }


_HEADINGS = {
    "documento": "document", "document": "document", "cpf": "document", "cnpj": "document", "cpf/cnpj": "document",
    "nome": "name", "name": "name", "nascimento": "birth", "birth": "birth",
}  # fmt: skip
_SOURCES = """
    select 'company' as source, c.id::text as source_id, c.id as merchant, coalesce(c.legal_name, c.name) as name, c.name as other, c.document,
           null as birth
      from company c where c.id <> 1 and c.document is not null
       -- Whoever was erased after the term is not taken in again: the company itself stays.
       and not (c.status in ('offboarded', 'denied')
                and retention_term(c.status_at, 'screened_party') <= (now() at time zone 'America/Sao_Paulo')::date)
    union all
    select 'payee', p.company_id || '/' || p.id, p.company_id, p.name, p.trade_name, p.document, null from payee p
    union all
    select 'kyc', k.company_id || '/' || k.document, k.company_id, k.name, null, k.document, k.birth from kyc_party k
"""
_ACTIVE_PAIR = """
    exists (select from whitelist_pair w
             where w.party_id = h.party_id and w.list_id = h.list_id and w.entry_key = h.entry_key and w.state = 'in_force'
               and w.expires_on >= (now() at time zone 'America/Sao_Paulo')::date)
"""
#: Who was not the one until a day that is over.
_LAPSED = f"""
    update list_hit h set status = 'skipped', reason = 'whitelisted', decided_at = null, decided_by = null, decided_by_id = null
     where h.status = 'not_the_one' and not {_ACTIVE_PAIR}
       and exists (select from whitelist_pair w where w.party_id = h.party_id and w.list_id = h.list_id
                      and w.entry_key = h.entry_key and w.state = 'in_force')
"""
#: Parties with a hit that only a pair kept quiet which is over now.
_EXPIRED = f"""
    select distinct h.party_id from list_hit h
     where h.status = 'skipped' and h.reason = 'whitelisted' and not {_ACTIVE_PAIR}
"""
