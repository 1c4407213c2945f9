"""Who works on PLD is warned of a term that runs out, once of each mark; whom it is about never learns of it."""

from typing import Any
from uuid import UUID

import pytest

from conftest import Sql, Work
from people import AURORA, Person
from retaguarda.app import App
from retaguarda.compliance.pld_alerts.jobs import TermWarnings
from retaguarda.foundation.permissions import EARNED, Permission
from support.charges import Counter
from support.movements import Mover
from support.pld_cases import ALERTS, CLOCKS, decided_case, done, raised

#: An alert and a case as they would stand had they begun so many days ago; a decision, so many hours ago.
_ALERT = """
    update pld_alert set first_at = d.began, last_at = d.began, selection_due = (d.began at time zone 'America/Sao_Paulo')::date + 45
      from (select now() - make_interval(days => %s) as began) d where id = %s
"""
_CASE = """
    update case_file set opened_at = d.began, due_on = (d.began at time zone 'America/Sao_Paulo')::date + 45
      from (select now() - make_interval(days => %s) as began) d where id = %s
"""
_DECISION = """
    update pld_case set decided_at = d.began, communicate_due = ((d.began + interval '24 hours') at time zone 'America/Sao_Paulo')::date
      from (select now() - make_interval(hours => %s) as began) d where case_id = %s
"""
_TERMS = "select name, (data ->> 'mark')::int from event where name like 'pld:%%\\_term' and subject_id = %s::text order by id"


@pytest.fixture
def mover(counter: Counter) -> Mover:
    return Mover(counter.url)


class Clock:
    """Moves what a term began with, and runs the job as often as it might run until the next day."""

    def __init__(self, app: App, sql: Sql, statement: str, subject: str) -> None:
        self._app, self._sql, self._statement, self._subject = app, sql, statement, subject

    async def ago(self, much: int) -> list[tuple[Any, ...]]:
        """What was warned of until so many days, or hours, after the term began."""
        self._sql("set session_replication_role = replica")
        self._sql(self._statement, much, self._subject)
        self._sql("set session_replication_role = origin")
        for _ in range(2):
            await TermWarnings(self._app.database).run()
        return self._sql(_TERMS, self._subject)


async def told(person: Person) -> list[tuple[str, str, str]]:
    found = (await person.get("/v1/notifications", locale="en")).json()["notifications"]
    return [
        (each["title"], each["message"], each["redirect"])
        for each in reversed(found)
        if each["kind"].startswith("compliance_")
    ]


async def test_an_alert_is_warned_of_once_at_half_of_its_term_at_four_fifths_and_on_its_last_day(
    diego: Person, eva: Person, app: App, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    clock, event = Clock(app, sql, _ALERT, alert["id"]), "pld:alert:selection_term"
    assert await clock.ago(20) == []
    assert await clock.ago(30) == [(event, 50)]
    (row,) = [each for each in (await diego.get(CLOCKS)).json() if each["id"] == alert["id"]]
    assert row["used"] in (66, 68), row
    assert await clock.ago(40) == [(event, 50), (event, 80)]
    # Also days later, and whoever it is given to: each mark once.
    await done(diego, f"{ALERTS}/{alert['id']}/assign", {"email": eva.email})
    assert await clock.ago(46) == [(event, 50), (event, 80), (event, 100)]
    assert len(await clock.ago(90)) == 3
    await work()
    name, page = f"AL-{alert['number']:06d}", f"/dashboard/compliance/pld-alert-management/{alert['id']}"
    seen = await told(diego)
    assert [(title, path) for title, _, path in seen] == [
        (f"{name}: {mark}% of its term is used", page) for mark in (50, 80, 100)
    ]
    assert all("Loja Aurora" not in title + text for title, text, _ in seen)


async def test_who_missed_marks_is_warned_of_the_furthest_alone_and_nobody_of_what_is_decided(
    diego: Person, eva: Person, app: App, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    clock = Clock(app, sql, _ALERT, alert["id"])
    assert [mark for _, mark in await clock.ago(40)] == [80]
    text = "Conferido com o contrato social e as notas fiscais."
    await done(diego, f"{ALERTS}/{alert['id']}/decide", {"choice": "clear", "reason_id": "documented", "text": text})
    assert [mark for _, mark in await clock.ago(46)] == [80]


async def test_a_case_is_warned_of_in_days_until_it_is_decided_and_in_hours_until_coaf_is_told(
    diego: Person, eva: Person, app: App, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    analysis, coaf = Clock(app, sql, _CASE, case), Clock(app, sql, _DECISION, case)
    event = "pld:case:communication_term"
    # The analysis is over.
    assert await analysis.ago(46) == []
    assert await coaf.ago(11) == []
    assert await coaf.ago(13) == [(event, 50)]
    assert await coaf.ago(21) == [(event, 50), (event, 80)]
    assert await coaf.ago(25) == [(event, 50), (event, 80), (event, 100)]
    sql("set session_replication_role = replica")
    sql(
        "update pld_case set decision = null, decider = null, decided_by = null, decided_at = null, communicate_due = null"
    )
    sql("update case_file set state = 'proposed' where id = %s", case)
    sql("set session_replication_role = origin")
    assert (await analysis.ago(30))[3:] == [("pld:case:analysis_term", 50)]
    await work()
    ((protocol,),) = sql("select protocol from case_file where id = %s", case)
    titles = [title for title, _, path in await told(diego) if path.endswith(f"cases/{case}")]
    assert titles == [
        *(f"Case {protocol}: {mark}% of the term for COAF is used" for mark in (50, 80, 100)),
        f"Case {protocol}: 50% of its term is used",
    ]


async def test_who_works_on_an_alert_is_told_with_the_right_to_see_it_alone_and_nobody_without(
    diego: Person, eva: Person, app: App, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    sql("update person set internal = true where email = %s", eva.email)
    roles = "(select h.role_id from person_role h join person p on p.id = h.person_id where p.email = %s)"
    ((kept,),) = sql(
        f"select array_agg(permission::text) from (select unnest(permissions) permission from role where id in {roles}) x",
        eva.email,
    )

    def may(*permissions: Permission) -> None:
        sql(f"update role set permissions = %s where id in {roles}", [*kept, *map(str, permissions)], eva.email)

    write, read = Permission.COMPLIANCE_OCCURRENCES_WRITE, Permission.COMPLIANCE_OCCURRENCES_READ
    kept = [each for each in kept if each not in (write, read)]
    clock = Clock(app, sql, _ALERT, alert["id"])
    # Neither works on it nor may.
    may(read)
    await clock.ago(30)
    await work()
    assert (await told(eva), len(await told(diego))) == ([], 1)
    await done(diego, f"{ALERTS}/{alert['id']}/assign", {"email": eva.email})
    await clock.ago(40)
    await work()
    assert (len(await told(eva)), len(await told(diego))) == (1, 2)
    may()
    await clock.ago(46)
    await work()
    assert (len(await told(eva)), len(await told(diego))) == (1, 3)


async def test_no_person_of_a_merchant_is_warned_of_a_term_nor_sees_that_there_are_such_warnings(
    diego: Person,
    eva: Person,
    gil: Person,
    carla: Person,
    app: App,
    work: Work,
    mover: Mover,
    counter: Counter,
    sql: Sql,
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    sql(
        "update role set permissions = %s where company_id > 1",
        [str(each) for each in Permission if each not in EARNED],
    )
    ((who,),) = sql("select id from person where email = %s", gil.email)
    # Even one who may act for the provider too, and to whom the alert was given by hand.
    sql("insert into person_company (person_id, company_id) values (%s, 1) on conflict do nothing", who)
    sql("update pld_alert set assignee = %s", UUID(str(who)))
    await Clock(app, sql, _ALERT, alert["id"]).ago(46)
    await work()
    assert len(await told(diego)) == 1
    assert sql(
        "select distinct p.company_id from notification n join person p on p.id = n.person_id where kind like 'compliance%%'"
    ) == [(1,)]
    assert sql("select distinct company_id from event where name like 'pld:%%\\_term'") == [(1,)]
    for person in (gil, carla):
        assert await told(person) == []
        kinds = [each["kind"] for each in (await person.get("/v1/notifications/preferences")).json()]
        assert kinds
        assert not [kind for kind in kinds if kind.startswith("compliance_")]
    offered = [each["kind"] for each in (await diego.get("/v1/notifications/preferences")).json()]
    assert len([kind for kind in offered if kind.startswith("compliance_")]) == 3
    assert AURORA not in {row[0] for row in sql("select company_id from pld_term_warning")}


async def test_a_case_of_pld_is_no_deadline_of_the_ombudsman(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    assert case in {each["id"] for each in (await diego.get(CLOCKS)).json()}
    assert case not in {each["subject"] for each in (await diego.get("/v1/audit/deadlines")).json()}


async def test_the_report_of_the_year_counts_alerts_cases_and_what_was_late(
    diego: Person, eva: Person, app: App, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    ((duty,),) = sql(
        "select id from bacen_duty where kind = 'effectiveness_report' and year ="
        " extract(year from (select created_at from pld_alert) at time zone 'America/Sao_Paulo')"
    )

    async def counted() -> list[int]:
        figures = (await diego.get(f"/v1/bacen/duties/{duty}")).json()["figures"]
        names = "alerts_raised alerts_closed alerts_late cases_opened cases_decided cases_communicated"
        return [figures[name] for name in names.split()]

    assert await counted() == [1, 0, 0, 1, 1, 1]
    # Had its case been opened a day after the term, it were late.
    sql("set session_replication_role = replica")
    sql(
        "update pld_alert set selection_due = (now() at time zone 'America/Sao_Paulo')::date - 1 where case_id = %s",
        case,
    )
    sql("set session_replication_role = origin")
    assert await counted() == [1, 0, 1, 1, 1, 1]
