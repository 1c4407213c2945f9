"""PLD alerts and cases: what fired and why, decided by two people, and hidden from its subject."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg import sql

from conftest import Work, as_app
from people import AURORA, Person
from retaguarda.cases.clock import due_day, local_day
from support.charges import Counter
from support.movements import Mover
from support.pld_cases import (
    ALERTS,
    CASES,
    CLOCKS,
    DOSSIER,
    LONG,
    RULES,
    broken,
    days_ago,
    decided,
    done,
    in_force,
    raised,
    written,
)


@pytest.fixture
def mover(counter: Counter) -> Mover:
    return Mover(counter.url)


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert broken(counter.url) == {}


async def test_an_alert_tells_why_it_fired_and_further_hits_are_added_to_it(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    assert (alert["status"], alert["triggers"], alert["severity"], alert["name"]) == (
        "triggered",
        1,
        "high",
        "Loja Aurora",
    )
    # The clock runs again and again over the same movements.
    await counter.run_job("pld.watch")
    mover.book(datetime.now(UTC) - timedelta(minutes=5), 40_000, document="52998224725")
    await counter.run_job("pld.watch")
    record = (await diego.get(f"{ALERTS}/{alert['id']}")).json()
    assert (record["alert"]["triggers"], record["alert"]["amount"]["amount"]) == (2, 160_000)
    assert [(w["value"], w["threshold"], w["margin"]) for w in record["why"]] == [
        (3, 3, 0),
        (400_000, 300_000, 100_000),
    ]
    assert (record["peers"]["place"], record["peers"]["of"]) == (1, 1)
    # The term runs from the day of the movement that fired, which soon after midnight is the day before.
    fired = datetime.fromisoformat(record["alert"]["first_at"])
    assert record["days_left"] == 45 - (local_day(datetime.now(UTC)) - local_day(fired)).days
    assert sum(day["come_in"]["amount"] for day in record["days"]) == 400_000
    assert [step["kind"] for step in record["steps"]] == ["triggered"]


async def test_a_payment_accepted_after_hours_of_review_is_asked_about_too(
    ana: Person, diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    """What comes late, and what stands after it and was already read: both have the late one in their window now."""
    await in_force(diego, eva, work, conditions=["in_count_30d >= 3"])
    await counter.run_job("pld.watch")
    for hours in (5, 4, 2):
        mover.book(datetime.now(UTC) - timedelta(hours=hours), 1_000)
    charge = await counter.charge(ana, 3_700)
    await counter.bank.fault(effect="paid_amount", delta=-700)
    paid = await counter.bank.pay(charge["br_code"])
    await counter.carry()
    sql("update pix_payment set received_at = now() - interval '3 hours' where end_to_end_id = %s", paid)
    # What lies more than an hour back was read already, as if these had been there.
    await counter.run_job("pld.watch")
    assert (await diego.get(ALERTS)).json() == []
    assert (await ana.post(f"/v1/payin/reviews/{paid}/accept")).status_code == 200
    for _ in range(2):
        await counter.run_job("pld.watch")
        hits = sql("select movement = 'payment:' || %s, why -> 0 ->> 'value' from pld_hit order by at", paid)
        assert hits == [(True, "3"), (False, "4")]
    assert [alert["triggers"] for alert in (await diego.get(ALERTS)).json()] == [2]


async def test_what_came_after_a_rule_was_asked_does_not_speak_against_what_it_said(
    ana: Person, diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    charge = await counter.charge(ana, 3_700)
    await counter.bank.fault(effect="paid_amount", delta=-700)
    paid = await counter.bank.pay(charge["br_code"])
    await counter.carry()
    sql("update pix_payment set received_at = now() - interval '2 hours' where end_to_end_id = %s", paid)
    alert = await raised(diego, eva, work, mover, counter)
    assert (await ana.post(f"/v1/payin/reviews/{paid}/accept")).status_code == 200
    ((value,),) = sql("select why -> 1 -> 'value' from pld_hit where alert_id = %s", alert["id"])
    ((now,),) = sql("select sum(amount) from pld_movement where company_id = %s and direction = 'in'", AURORA)
    assert now > value
    assert "pld_evaluations_recompute" not in broken(counter.url)
    # Had it been there in time, the rule would have been wrong.
    sql("update movement_late set recorded_at = known_at")
    assert broken(counter.url) == {"pld_evaluations_recompute": 1}
    sql("update movement_late set recorded_at = now()")


async def test_a_shadow_version_finds_and_raises_nothing(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    rule = await written(diego)
    await decided(eva, rule, "approve")
    await decided(diego, rule, "shadow")
    for number in range(3):
        mover.book(datetime.now(UTC) - timedelta(minutes=9 - number), 120_000, document=f"{52998224725 + number}")
    await counter.run_job("pld.watch")
    assert (await diego.get(ALERTS)).json() == []
    assert sql("select effect, count(*) from pld_hit group by 1") == [("shadow", 1)]
    assert (await diego.get(f"{RULES}/{rule['id']}")).json()["current"]["hits"] == 1


async def test_a_dismissal_wants_a_reason_and_a_high_one_wants_words(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    path = f"{ALERTS}/{alert['id']}"
    short = await diego.post(f"{path}/decide", {"choice": "dismiss", "reason_id": "seasonal", "text": "ok"})
    assert short.status_code == 400
    short = await diego.post(f"{path}/decide", {"choice": "dismiss", "reason_id": "seasonal", "text": "Natal"})
    assert short.json()["message"] == {"text": ["too_short"]}
    await done(diego, f"{path}/assign")
    after = await done(diego, f"{path}/decide", {"choice": "clear", "reason_id": "documented", "text": LONG})
    assert (after["status"], after["reason"], after["decided_by"]) == ("cleared", "documented", diego.email)
    again = await diego.post(f"{path}/decide", {"choice": "clear", "reason_id": "documented", "text": LONG})
    assert again.json()["message"] == "alert_not_open"
    assert [each["id"] for each in (await diego.get(f"{ALERTS}/reasons")).json()][:2] == ["own_accounts", "seasonal"]


async def test_a_snoozed_rule_raises_nothing_new_and_still_counts(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    path = f"{ALERTS}/{alert['id']}"
    too_long = await diego.post(f"{path}/snooze", {"days": 181, "reason": "Conhecido"})
    assert too_long.status_code == 400
    await done(diego, f"{path}/snooze", {"days": 30, "reason": "Campanha de Natal conhecida"})
    await done(diego, f"{path}/decide", {"choice": "dismiss", "reason_id": "seasonal", "text": LONG})
    mover.book(datetime.now(UTC), 50_000)
    await counter.run_job("pld.watch")
    assert len((await diego.get(ALERTS)).json()) == 1
    assert sql("select effect, count(*) from pld_hit group by 1 order by 1") == [("alert", 1), ("snoozed", 1)]
    assert (await diego.get(path)).json()["muted"] == 1


async def test_a_snooze_is_ended_before_its_day_and_the_rule_raises_again_at_once(
    diego: Person, eva: Person, bruno: Person, carla: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    path, why = f"{ALERTS}/{alert['id']}", {"reason": "A campanha acabou antes"}
    never = await diego.post(f"{path}/end_snooze", why)
    assert (never.status_code, never.json()["message"]) == (409, "alert_not_snoozed")
    for days in (30, 60):
        await done(diego, f"{path}/snooze", {"days": days, "reason": "Campanha de Natal conhecida"})
    await done(diego, f"{path}/decide", {"choice": "dismiss", "reason_id": "seasonal", "text": LONG})
    mover.book(datetime.now(UTC), 50_000)
    await counter.run_job("pld.watch")
    assert (await diego.post(f"{path}/end_snooze", {"reason": "x"})).status_code == 400
    for stranger in (bruno, carla):
        assert (await stranger.post(f"{path}/end_snooze", why)).status_code in (403, 404)
    assert (await diego.get(path)).json()["snoozed_until"] is not None

    # Who snoozed it may end it: that is the safer way.
    await done(diego, f"{path}/end_snooze", why)
    again = await diego.post(f"{path}/end_snooze", why)
    assert (again.status_code, again.json()["message"]) == (409, "alert_not_snoozed")
    found = (await diego.get(path)).json()
    assert (found["snoozed_until"], found["muted"]) == (None, 1)
    assert [(each["kind"], each["body"]) for each in found["steps"]][-1] == ("snooze_ended", why["reason"])
    mover.book(datetime.now(UTC), 50_000)
    await counter.run_job("pld.watch")
    assert len((await diego.get(ALERTS)).json()) == 2
    assert sql("select effect, count(*) from pld_hit group by 1 order by 1") == [("alert", 2), ("snoozed", 1)]
    # It is written once, and nothing else of it changes.
    for change in (
        "end_reason = 'outro'",
        "until = until + interval '1 day'",
        "ended_at = null, ended_by = null, end_reason = null",
    ):
        with pytest.raises(psycopg.Error, match="early end"):
            sql(f"update pld_snooze set {change}")
    with pytest.raises(psycopg.Error):
        sql("delete from pld_snooze")


async def test_a_case_is_decided_by_another_person_than_proposed_it(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    escalated = await done(diego, f"{ALERTS}/{alert['id']}/escalate", {"text": "Repasse imediato"})
    path = f"{CASES}/{escalated['case_id']}"
    await done(diego, f"{path}/move", {"choice": "investigate"})
    early = await diego.post(f"{path}/propose", {"proposal": "communicate"})
    assert early.json()["message"] == "dossier_incomplete"
    assert (await diego.get(path)).json()["missing"] == ["facts", "grounds", "typologies"]
    await done(diego, f"{path}/dossier", DOSSIER)
    await done(diego, f"{path}/propose", {"proposal": "communicate"})
    own = await diego.post(f"{path}/decide", {"agree": True, "text": "Concordo"})
    assert own.json()["message"] == "own_proposal"
    await done(eva, f"{path}/decide", {"agree": False, "text": "Falta a origem"})
    await done(diego, f"{path}/propose", {"proposal": "communicate"})
    after = await done(eva, f"{path}/decide", {"agree": True, "text": "De acordo"})
    assert (after["state"], after["decision"]) == ("decided", "communicate")
    decided_on = local_day(datetime.fromisoformat(after["decided_at"]))
    assert (
        decided_on < date.fromisoformat(after["communicate_due"]) <= due_day(decided_on, "business", 1) + timedelta(1)
    )
    assert (await eva.post(f"{path}/decide", {"agree": True, "text": "De novo"})).json()["message"] == "case_not_so"
    unsent = await diego.post(f"{path}/move", {"choice": "close"})
    assert unsent.json()["message"] == "case_not_communicated" or unsent.status_code == 403
    record = (await diego.get(path)).json()
    assert [step["kind"] for step in record["steps"]][-1] == "decided_communicate"
    assert {row["clock"] for row in (await diego.get(CLOCKS)).json()} == {"analysis", "communication"}
    with pytest.raises(psycopg.DatabaseError, match="does not change"):
        sql("update pld_case set decision = 'archive', communicate_due = null")


async def test_the_database_itself_refuses_one_person_on_both_sides(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    await done(diego, f"{ALERTS}/{alert['id']}/escalate")
    with pytest.raises(psycopg.DatabaseError, match="pld_case_two_people"):
        sql(
            "update pld_case set proposer = p.id, decider = p.id, decision = 'archive', decided_at = now()"
            " from person p where p.email = 'diego@retaguarda.example'"
        )
    for statement in (
        "update pld_alert set status = 'triggered'",
        "delete from pld_alert",
        "update pld_hit set amount = 1",
        "delete from pld_hit",
        "update pld_alert_step set body = 'other'",
        "delete from pld_case",
    ):
        with pytest.raises(psycopg.DatabaseError):
            sql(statement)


async def test_an_alert_is_taken_into_an_open_case(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    case = (await done(diego, f"{ALERTS}/{alert['id']}/escalate"))["case_id"]
    await in_force(diego, eva, work, name="Other", conditions=["in_count_30d >= 4"])
    mover.book(datetime.now(UTC), 50_000)
    await counter.run_job("pld.watch")
    # What comes while the case is open is added to the alert in it; the other rule opens its own.
    rows = {row["rule"]: row for row in (await diego.get(ALERTS)).json()}
    assert rows[alert["rule"]]["triggers"] == 2
    await done(diego, f"{ALERTS}/{rows['Other']['id']}/escalate", {"case": case})
    assert len((await diego.get(f"{CASES}/{case}")).json()["alerts"]) == 2


async def test_the_subject_of_a_case_is_put_on_the_block_list_and_each_says_where_the_other_is(
    diego: Person, eva: Person, ana: Person, carla: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    case = (await done(diego, f"{ALERTS}/{alert['id']}/escalate"))["case_id"]
    path, block = f"{CASES}/{case}", {"effect": "hold", "direction": "both", "reason": "Repasse imediato, sem lastro"}
    assert (await diego.get(path)).json()["may_block"]
    for stranger in (ana, carla):
        assert (await stranger.post(f"{path}/block", block)).status_code in (403, 404)
    short = await diego.post(f"{path}/block", block | {"reason": "curto"})
    past = await diego.post(f"{path}/block", block | {"until": "2020-01-01"})
    assert (short.status_code, past.status_code) == (400, 400)
    await done(diego, f"{path}/block", block)
    again = await diego.post(f"{path}/block", block)
    assert (again.status_code, again.json()["message"]) == (409, "block_entry_known")
    record = (await diego.get(path)).json()
    (blocked,) = record["blocked"]
    assert (blocked["effect"], blocked["status"]) == ("hold", "unconfirmed")
    assert [(step["kind"], step["body"]) for step in record["steps"]][-1] == ("blocked", block["reason"])
    entry = (await diego.get(f"/v1/compliance/block-list/{blocked['id']}")).json()
    assert (entry["source"], entry["case_id"], entry["lane"], entry["value"], entry["public_code"]) == (
        "case",
        case,
        "pld",
        record["document"],
        "under_review",
    )
    assert [row["id"] for row in (await diego.get("/v1/compliance/block-list?source=case")).json()] == [entry["id"]]
    sql("set session_replication_role = replica")
    with pytest.raises(psycopg.DatabaseError, match="block_entry_case_lane"):
        sql("update block_entry set lane = 'fraud'")


async def test_a_subject_known_by_its_name_alone_cannot_be_blocked(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    case = (await done(diego, f"{ALERTS}/{alert['id']}/escalate"))["case_id"]
    sql("set session_replication_role = replica")
    sql("update pld_case set target = 'end_user', subject = 'Só um nome', subject_company = null")
    assert not (await diego.get(f"{CASES}/{case}")).json()["may_block"]
    refused = await diego.post(
        f"{CASES}/{case}/block", {"effect": "hold", "direction": "both", "reason": "Repasse sem lastro"}
    )
    assert (refused.status_code, refused.json()["message"]) == (409, "subject_without_document")


async def test_merchants_see_nothing_of_it_whatever_they_may(
    diego: Person,
    eva: Person,
    ana: Person,
    bruno: Person,
    gil: Person,
    carla: Person,
    work: Work,
    mover: Mover,
    counter: Counter,
    peopled_url: str,
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    case = (await done(diego, f"{ALERTS}/{alert['id']}/escalate"))["case_id"]
    paths = (ALERTS, f"{ALERTS}/{alert['id']}", f"{ALERTS}/reasons", CASES, f"{CASES}/{case}", CLOCKS)
    for person in (ana, bruno, gil, carla):
        for path in paths:
            assert (await person.get(path)).status_code in (403, 404)
        for path in (f"{ALERTS}/{alert['id']}/note", f"{CASES}/{case}/move"):
            assert (await person.post(path, {"text": "abc"})).status_code in (403, 404)
    told = str([(await gil.get(path)).json() for path in ("/v1/audit/events", "/v1/notifications")])
    assert "pld" not in told
    with psycopg.connect(as_app(peopled_url)) as connection:
        connection.execute("select set_config('retaguarda.companies', '{2,3}', true)")
        tables = connection.execute(
            "select relname from pg_class where relkind = 'r' and relname ~ '^(pld_|coaf_|case_file|case_step)'"
            " and relname <> 'pld_clock'"
        ).fetchall()
        assert len(tables) > 10
        for (table,) in tables:
            assert connection.execute(sql.SQL("select count(*) from {}").format(sql.Identifier(table))).fetchone() == (
                0,
            )


async def test_nothing_old_is_forgotten_and_days_of_the_past_do_not_fire_again(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    for number in range(3):
        mover.book(days_ago(10 - number), 120_000, document=f"{52998224725 + number}")
    await in_force(diego, eva, work)
    await counter.run_job("pld.watch")
    assert (await diego.get(ALERTS)).json() == []


async def test_a_payer_who_divides_a_sum_among_merchants_is_one_subject(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    """Each payment and each merchant stays below the threshold; the document does not."""
    conditions = ["in_sum_24h >= 900000", "below_limit_count_24h >= 0"]
    await in_force(diego, eva, work, target="end_user", conditions=conditions)
    for number in range(6):
        at = datetime.now(UTC) - timedelta(minutes=30 - number)
        mover.book(at, 160_000, company=2 + number % 2, document="52998224725")
        mover.book(at, 160_000, company=2 + number % 2, document=f"1114447773{number}")
    await counter.run_job("pld.watch")
    (alert,) = (await diego.get(ALERTS)).json()
    assert (alert["target"], alert["triggers"]) == ("end_user", 1)
    assert sql("select subject from pld_alert") == [("52998224725",)]


async def test_lists_say_how_often_a_rule_was_right_who_works_on_an_alert_and_what_a_case_amounts_to(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    assert (alert["assigned"], alert["reason"]) == ("nobody", None)

    async def rule() -> tuple[Any, ...]:
        (row,) = (await diego.get(RULES)).json()
        return tuple(row[name] for name in ("conditions", "hits_7d", "labelled", "confirmed", "health"))

    assert await rule() == (2, 1, 0, 0, "running")
    path = f"{ALERTS}/{alert['id']}"
    await done(diego, f"{path}/assign")
    for person, whose in ((diego, "me"), (eva, "somebody")):
        assert [each["id"] for each in (await person.get(ALERTS, assigned=whose)).json()] == [alert["id"]]
    case: str = (await done(diego, f"{path}/escalate"))["case_id"]
    (row,) = (await diego.get(CASES)).json()
    assert (row["amount"], row["coaf_number"]) == (alert["amount"], None)
    # Nobody has said yet whether it was right.
    assert (await rule())[2:4] == (0, 0)
    await done(diego, f"{CASES}/{case}/move", {"choice": "investigate"})
    await done(diego, f"{CASES}/{case}/dossier", DOSSIER)
    await done(diego, f"{CASES}/{case}/propose", {"proposal": "communicate"})
    await done(eva, f"{CASES}/{case}/decide", {"agree": True, "text": "De acordo"})
    assert (await rule())[2:4] == (1, 1)
    written = await diego.post("/v1/pld-engine/communications", {"case": case})
    assert written.status_code == 201, written.text
    (told,) = (await diego.get("/v1/pld-engine/communications")).json()
    assert (told["people"], told["authentication"], told["due"] in ("today", "days_7")) == (1, None, True)
    assert told["decided_at"] is not None
    # An alert that was a false alarm counts against the rule, and says why.
    for number in range(3):
        mover.book(datetime.now(UTC) - timedelta(minutes=3 - number), 120_000, document=f"{52998224725 + number}")
    await counter.run_job("pld.watch")
    (again,) = (await diego.get(ALERTS, status="triggered")).json()
    body = {"choice": "dismiss", "reason_id": "rule_too_wide", "text": LONG}
    await done(diego, f"{ALERTS}/{again['id']}/decide", body)
    # What is counted without its rule, its case and its people is as many.
    totals = [(await diego.get(ALERTS, **asked)).headers["x-total"] for asked in ({}, {"severity": alert["severity"]})]
    assert totals == ["2", "2"]
    (shown,) = (await diego.get(ALERTS, reason="rule_too_wide")).json()
    assert (shown["id"], shown["assigned"]) == (again["id"], "done")
    assert (await rule())[2:4] == (2, 1)
    sql("set session_replication_role = replica")
    sql("update pld_hit set evaluated_at = now() - interval '91 days'")
    sql("update pld_rule_version set activated_at = now() - interval '89 days'")
    assert (await rule())[4] == "running"
    sql("update pld_rule_version set activated_at = now() - interval '91 days'")
    assert (await rule())[4] == "silent"
    sql("update pld_backtest set ended_at = now() - interval '92 days'")
    sql("set session_replication_role = origin")
