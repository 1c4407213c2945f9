"""What waits for whom, above the lists of requests, proposals, alerts and rules; all but a merchant's own is the provider's alone."""

from typing import Any
from uuid import uuid4

from compliance.test_entry_tiles import counted
from compliance.test_retention import moved
from conftest import Sql, Work
from people import Person
from support.charges import Counter
from support.kyc import PROPOSALS, REQUESTS, analysed, did, opened, reason, refused, said_by
from support.movements import Mover
from support.pld_cases import ALERTS, LONG, RULES, done, raised

KYC, ALERT_FIGURES, SITUATIONS = "/v1/kyc/figures", "/v1/pld-engine/alert-figures", "/v1/pld-engine/open-situations"


async def rows(person: Person, path: str, **query: str) -> Any:
    said = await person.get(path, **query)
    assert said.status_code == 200, said.text
    return said.json()


async def test_a_request_is_with_whoever_took_it_until_it_was_decided_of_late(
    ana: Person, diego: Person, eva: Person, sql: Sql
) -> None:
    request = await analysed(ana, diego)
    await opened(ana, await reason(diego, name="Another"), document="11444777000161", subject_type="end_user")
    for person, mine in ((diego, "me"), (eva, "somebody")):
        found = await counted(person, REQUESTS, "assigned", "me", "nobody", "somebody", "done")
        assert found == {"me": 0, "nobody": 0, "somebody": 0, "done": 1, mine: 1}
    moved(sql, f"update kyc_request set created_at = now() - interval '5 days' where id = '{request}'")
    (taken,) = await rows(diego, REQUESTS, assigned="me")
    assert (taken["age_days"], taken["checks_clean"], taken["checks_hit"], taken["expires"]) == (5, 0, 0, "later")
    assert [row["reason"] for row in await rows(diego, REQUESTS, reason="Another")] == ["Another"]
    assert (await rows(diego, KYC)) == {"decided_30d": 0, "median_hours": None}
    proposal = await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"})
    moved(sql, f"update kyc_request set submitted_at = now() - interval '7 hours' where id = '{request}'")
    await did(eva, f"{PROPOSALS}/{proposal['id']}/decide", {"decision": "confirm"})
    values = ("overdue", "us", "them", "approved_30d", "done")
    assert await counted(ana, REQUESTS, "due", *values) == {**dict.fromkeys(values, 0), "them": 1, "approved_30d": 1}
    assert (await rows(diego, KYC)) == {"decided_30d": 1, "median_hours": 7}
    moved(
        sql,
        f"update kyc_request set decided_at = now() - interval '31 days', expires_on = (now() at time zone 'America/Sao_Paulo')::date + 20 where id = '{request}'",
    )
    assert await counted(ana, REQUESTS, "due", "approved_30d", "done") == {"approved_30d": 0, "done": 1}
    assert await counted(ana, REQUESTS, "expires", "days_30", "days_60", "later") == {
        "days_30": 1,
        "days_60": 0,
        "later": 1,
    }
    assert (await rows(diego, KYC))["decided_30d"] == 0
    # Whose work it is, and how it is looked at, merchants do not see.
    assert (await said_by(ana, "GET", REQUESTS, params={"assigned": "me"})).status_code == 400
    assert "checks_hit" not in (await said_by(ana, "GET", REQUESTS)).text


async def test_a_proposal_is_mine_to_decide_unless_i_made_it_or_looked_at_its_documents(
    ana: Person, diego: Person, eva: Person, sql: Sql
) -> None:
    request = await analysed(ana, diego)
    proposal = await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"})
    for person, turn in ((diego, "others"), (eva, "mine")):
        (found,) = await rows(person, PROPOSALS)
        assert (found["turn"], found["attention"], found["hits"], found["documents_approved"]) == (
            turn,
            "waiting",
            0,
            1,
        )
    moved(
        sql,
        f"update kyc_request set due_on = (now() at time zone 'America/Sao_Paulo')::date - 3 where id = '{request}'",
    )
    moved(sql, "update kyc_proposal set proposed_at = now() - interval '4 days'")
    (found,) = await rows(eva, PROPOSALS, attention="overdue,waiting", turn="mine")
    assert (found["attention"], found["waiting_days"]) == ("overdue", 4)
    await did(eva, f"{PROPOSALS}/{proposal['id']}/decide", {"decision": "return", "note": "Who is behind it?"})
    (found,) = await rows(eva, PROPOSALS, attention="returned_30d")
    assert (found["turn"], found["waiting_days"]) == ("done", 4)
    moved(
        sql, "update kyc_proposal set decided_at = now() - interval '31 days', proposed_at = now() - interval '32 days'"
    )
    assert await counted(eva, PROPOSALS, "attention", "returned_30d", "done") == {"returned_30d": 0, "done": 1}


async def test_plain_proposals_are_approved_many_at_once_and_no_other(
    ana: Person, diego: Person, eva: Person, carla: Person, work: Work, sql: Sql
) -> None:
    plain, risky = [
        (await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"}))["id"]
        for request in (
            await analysed(ana, diego),
            await analysed(ana, diego, name="Other", end_users=True),
        )
    ]
    moved(sql, f"update kyc_proposal set risk = 'high', superior = true where id = '{risky}'")
    await refused(eva, f"{PROPOSALS}/{risky}/confirm", {}, 409, "kyc_not_plain")
    await refused(diego, f"{PROPOSALS}/{plain}/confirm", {}, 409, "kyc_other_person")
    assert (await said_by(carla, "POST", f"{PROPOSALS}/{plain}/confirm", json={})).status_code in (403, 404)
    hit = f"select gen_random_uuid(), request_id, 'pep', 'hit', 'x', 'x' from kyc_proposal where id = '{plain}'"
    moved(sql, f"insert into kyc_check (id, subject_id, port, state, detail, asked_by) {hit}")
    await refused(eva, f"{PROPOSALS}/{plain}/confirm", {}, 409, "kyc_not_plain")
    moved(sql, "delete from kyc_check where state = 'hit'")
    asked = {"command": "kyc:proposal:confirm", "ids": [plain, risky], "input": {}}
    many = {**asked, "ids": [str(uuid4()) for _ in range(51)]}
    await refused(eva, "/v1/bulk", many, 409, "bulk_over_most")
    for _ in range(2):
        await did(eva, "/v1/bulk", asked, 201)
        await work()
    assert sql("select outcome, count(*)::int from kyc_proposal group by 1 order by 1") == [
        ("approved", 1),
        ("waiting", 1),
    ]


async def test_alerts_are_counted_by_what_is_open_and_what_was_decided_of_late(
    ana: Person, diego: Person, eva: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    alert = await raised(diego, eva, work, Mover(counter.url), counter)
    assert await counted(diego, ALERTS, "decided", "open", "days_30", "before") == {
        "open": 1,
        "days_30": 0,
        "before": 0,
    }
    assert (await rows(diego, ALERT_FIGURES)) == {"decided_90d": 0, "false_alarms_90d": 0}
    assert await counted(diego, ALERTS, "assigned", "me", "nobody", "somebody") == {"me": 0, "nobody": 1, "somebody": 0}
    await done(diego, f"{ALERTS}/{alert['id']}/assign", {"email": None})
    assert await counted(diego, ALERTS, "assigned", "me", "nobody", "somebody") == {"me": 1, "nobody": 0, "somebody": 0}
    assert await counted(eva, ALERTS, "assigned", "me", "nobody", "somebody") == {"me": 0, "nobody": 0, "somebody": 1}
    await done(
        diego, f"{ALERTS}/{alert['id']}/decide", {"choice": "dismiss", "reason_id": "rule_too_wide", "text": LONG}
    )
    # As long as it took: from taking it to deciding it.
    moved(sql, "update pld_alert set taken_at = decided_at - interval '3 hours'")
    assert await counted(diego, ALERTS, "decided", "open", "days_30") == {"open": 0, "days_30": 1}
    assert (await rows(diego, ALERT_FIGURES)) == {"decided_90d": 1, "false_alarms_90d": 1}
    (rule,) = await rows(diego, RULES)
    assert (rule["minutes_30d"], rule["lane"]) == (180, "pld")
    moved(sql, "update pld_alert set status = 'cleared', decided_at = now() - interval '89 days'")
    assert await counted(diego, ALERTS, "decided", "days_30", "before") == {"days_30": 0, "before": 1}
    assert (await rows(diego, ALERT_FIGURES)) == {"decided_90d": 1, "false_alarms_90d": 0}
    (rule,) = await rows(diego, RULES)
    assert rule["minutes_30d"] in (None, 0)
    for path in (KYC, ALERT_FIGURES, SITUATIONS):
        assert (await said_by(ana, "GET", path)).status_code in (403, 404), path


async def test_many_alerts_are_taken_for_the_house_and_no_merchants_log_tells_of_it(
    ana: Person, diego: Person, eva: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    alert = await raised(diego, eva, work, Mover(counter.url), counter)
    before = sql("select count(*) from event where company_id <> 1")
    asked = {"command": "pld:alert:assign", "ids": [alert["id"]], "input": {"email": None}}
    # Whichever merchant they look at, or none.
    for account in ("2", "all", ""):
        diego.account = account
        said = await diego.post("/v1/bulk", asked)
        assert said.status_code == 201, said.text
        await work()
        told = (await diego.get(f"/v1/bulk/{said.json()['id']}")).json()
        assert (told["status"], told["done"], told["refused"], told["failed"]) == ("finished", 1, 0, 0)
        assert (told["company_id"], (await diego.get(f"{ALERTS}/{alert['id']}")).json()["assignee"]) == (1, diego.email)
    assert sql("select count(*) from event where company_id <> 1") == before
    assert sql("select distinct company_id from bulk_item union select company_id from bulk") == [(1,)]
    assert (await said_by(ana, "POST", "/v1/bulk", json=asked)).status_code in (403, 404)


async def test_a_list_of_the_house_is_taken_as_a_file_for_the_house_and_no_merchants_log_tells_of_it(
    ana: Person, diego: Person, eva: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    await raised(diego, eva, work, Mover(counter.url), counter)
    before = sql("select count(*) from event where company_id <> 1")
    asked = {"list": "pld.alerts", "format": "csv", "columns": ["number", "name"]}
    for account in ("2", "all"):
        diego.account = account
        said = await diego.post("/v1/exports", asked)
        assert said.status_code == 201, said.text
        await work()
        taken = await diego.get(f"/v1/exports/{said.json()['id']}/file")
        heading, *rows = taken.content.decode("utf-8-sig").splitlines()
        # Each row says who took it and when, so that a row that is copied out of the file does too.
        assert (taken.status_code, heading.split(",")[-1].strip('"')) == (200, "Exported by"), taken.text
        assert rows
        assert all("Loja Aurora" in row and f",{diego.email} · 20" in row for row in rows)
    assert sql("select count(*) from event where company_id <> 1") == before
    assert sql("select distinct company_id from export union select company_id from export_chunk") == [(1,)]
    assert sql("select distinct expires_at - finished_at = interval '1 day' from export") == [(True,)]
    # Of a merchant's own list the merchant keeps its file.
    diego.account = "2"
    theirs = await diego.post("/v1/exports", {"list": "payin.payments", "format": "csv", "columns": ["id"]})
    assert theirs.status_code == 201, theirs.text
    await work()
    assert "Exported by" not in (await diego.get(f"/v1/exports/{theirs.json()['id']}/file")).text
    assert sql("select company_id from export where list = 'payin.payments'") == [(2,)]
    assert (await said_by(ana, "POST", "/v1/exports", json=asked)).status_code in (403, 404)


async def test_situations_that_no_rule_names_are_counted_until_one_does(
    diego: Person, eva: Person, work: Work, counter: Counter
) -> None:
    before = (await diego.get(SITUATIONS)).json()
    assert before["uncovered"] == before["situations"] > 50
    await raised(diego, eva, work, Mover(counter.url), counter)
    after = (await diego.get(SITUATIONS)).json()
    assert after == {"situations": before["situations"], "uncovered": before["uncovered"] - 2}
    code = next(
        each["code"] for each in (await diego.get("/v1/pld-engine/coverage")).json()["codes"] if not each["rules"]
    )
    proposed = await diego.post("/v1/pld-engine/exclusions", {"code": code, "reason": LONG})
    assert proposed.status_code == 201, proposed.text
    assert (await diego.get(SITUATIONS)).json() == after
    agreed = await eva.post(f"/v1/pld-engine/exclusions/{proposed.json()['id']}/decide", {"agree": True})
    assert agreed.status_code == 200, agreed.text
    assert (await diego.get(SITUATIONS)).json()["uncovered"] == after["uncovered"] - 1
