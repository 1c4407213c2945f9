"""One session, with what stood beside it and the days of its person."""

from uuid import UUID

import msgspec

from retaguarda.connection_time.model import OtherSession, Session, SessionDay, SessionRecord
from retaguarda.connection_time.queries import COLUMNS, SECONDS, SOURCE, STATE, UNTIL
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE

#: Other sessions on a page.
MOST = 50


async def find_session(tx: Tx, number: UUID) -> Session | None:
    row = await tx.one(f"select {COLUMNS} from {SOURCE} where s.id = %(id)s", {"id": number})
    return None if row is None else msgspec.convert(row, Session)


async def _load(tx: Tx, principal: Principal, number: UUID) -> SessionRecord | None:
    session = await find_session(tx, number)
    if session is None:
        return None
    key = {"id": number, "person": session.person_id, "company": session.company_id, "most": MOST}
    return SessionRecord(
        **msgspec.structs.asdict(session),
        acts=await tx.value(_ACTS, key | {"from": session.began_at, "to": session.ended_at}),
        beside=msgspec.convert(await tx.all(_BESIDE, key), list[OtherSession]),
        days=msgspec.convert(await tx.all(_DAYS, key), list[SessionDay]),
    )


#: Of all companies: staff act for many. The log has an index by time.
_ACTS = """
    select count(*) from published.audit_leaf l
     where l.at >= %(from)s and l.at <= coalesce(%(to)s::timestamptz, now()) and l.person_id = %(person)s
"""
_BESIDE = f"""
    select s.id, {STATE} as state, s.created_at as began_at, {SECONDS} as seconds, host(s.ip) as ip
      from session s join session own on own.id = %(id)s
     where s.person_id = %(person)s and s.id <> own.id and s.ip is distinct from own.ip
       and s.created_at < {UNTIL.replace("s.", "own.")} and {UNTIL} > own.created_at
     order by s.created_at desc limit %(most)s
"""
#: Each day of Brasília holds its part of a session; times beside each other are joined before they are added up.
_DAYS = f"""
    with time as (
      select tstzrange(s.created_at, greatest(s.created_at, {UNTIL}), '[]') as whole from session s
       where s.person_id = %(person)s and {UNTIL} > now() - interval '31 days'
    ), day as (
      select d.day::date as day,
             tstzrange(d.day at time zone 'America/Sao_Paulo', (d.day + interval '1 day') at time zone 'America/Sao_Paulo') as span
        from generate_series((now() at time zone 'America/Sao_Paulo')::date - interval '29 days',
                             (now() at time zone 'America/Sao_Paulo')::date, interval '1 day') d (day)
    )
    select d.day, count(t.whole) as sessions,
           (select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)::bigint
              from unnest(range_agg(t.whole * d.span)) r) as seconds
      from day d left join time t on t.whole && d.span
     group by d.day, d.span order by d.day
"""

SESSION = Record(
    path="/v1/audit/sessions/{id:str}",
    summary="One session, and the days of its person",
    permission=Permission.AUDIT_INTERNAL_READ,
    scope=HOUSE,
    answers=SessionRecord,
    load=_load,
)
