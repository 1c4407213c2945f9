"""Each invariant of KYC finds what breaks it; what expires is renewed once and ended once."""

from datetime import timedelta
from uuid import UUID

import pytest

from conftest import Sql
from days import today
from people import AURORA, Person
from support.charges import Counter, offenders
from support.kyc import PROPOSALS, REASON, REASONS, REQUESTS, analysed, did, opened, reason, refused

#: Invariant → what only the owner of the database, with its rules off, could write.
BROKEN = {
    "kyc_decided_by_another": "update kyc_proposal set decider_id = proposer_id",
    "kyc_decided_as_proposed": "update kyc_request set decided_at = decided_at + interval '1 second'",
    "kyc_approved_whole": "update kyc_document set state = 'rejected' where n = 1",
    "kyc_approved_checked": "update kyc_check set state = 'error' where port = 'pep'",
    "kyc_documents_have_their_key": "delete from party_key",
    "kyc_pages_drawn": "delete from kyc_page",
}


async def approved(ana: Person, diego: Person, eva: Person, sql: Sql) -> str:
    request = await analysed(ana, diego)
    proposal = await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"})
    await did(eva, f"{PROPOSALS}/{proposal['id']}/decide", {"decision": "confirm"})
    return request


async def test_each_invariant_finds_what_breaks_it(
    ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await approved(ana, diego, eva, sql)
    assert offenders(counter.url) == {}
    sql("set session_replication_role = replica")
    broken = set[str]()
    for name, statement in BROKEN.items():
        sql(statement)
        broken.add(name)
        assert set(offenders(counter.url)) == broken, name


async def test_what_expires_is_renewed_once_and_ended_once_and_payouts_stop(
    ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    request = await approved(ana, diego, eva, sql)

    def ends(days: int) -> None:
        sql("set session_replication_role = replica")
        sql("update kyc_request set expires_on = %s where id = %s", today() + timedelta(days=days), UUID(request))
        sql("set session_replication_role = origin")

    ends(91)
    await counter.run_job("kyc.renew")
    assert sql("select count(*) from kyc_request") == [(1,)]
    ends(90)
    for _ in range(2):
        await counter.run_job("kyc.renew")
    assert sql("select origin, state, earlier_id::text from kyc_request where id <> %s", UUID(request)) == [
        ("renewal", "draft", request)
    ]
    ends(0)
    for _ in range(2):
        await counter.run_job("kyc.renew")
    assert sql("select state from kyc_request where id = %s", UUID(request)) == [("expired",)]
    assert sql("select status, blocked_out, blocked_in, status_reason from company where id = %s", AURORA) == [
        ("blocked", True, False, "registration_expired")
    ]
    told = sql(
        "select name, count(*) from event where name in ('kyc:request:renewal', 'kyc:request:expired') group by 1 order by 1"
    )
    assert told == [("kyc:request:expired", 1), ("kyc:request:renewal", 1)]
    rows = (await ana.get("/v1/kyc/renewals")).json()
    assert [(row["within"], row["renewal_state"]) for row in rows] == [("expired", "draft")]


async def test_owners_are_saved_whole_and_never_more_than_a_hundred_percent(
    ana: Person, diego: Person, carla: Person
) -> None:
    # A form in which nobody wrote anything comes as none.
    request = await opened(ana, await reason(diego), form=None)
    path = f"{REQUESTS}/{request}/owners"
    owner = {"name": "Rui Leal", "document": "529.982.247-25", "share": 6_000, "administrator": True}
    for _ in range(2):
        saved = await did(ana, path, {"owners": [owner]}, method="PUT")
        assert saved["form"]["owners"] == [owner | {"document": "52998224725", "of": ""}]
    both = [owner, owner | {"document": "11144477735", "share": 4_001}]
    said = await ana.client.put(
        path, json={"owners": both}, headers={"Authorization": f"Bearer {ana.token}", "X-Account": str(AURORA)}
    )
    assert (said.status_code, said.json()["message"]) == (400, {"owners": ["shares_too_many"]})
    chain = [owner | {"document": "11.444.777/0001-61"}, owner | {"share": 10_000, "of": "11.444.777/0001-61"}]
    assert (await did(ana, path, {"owners": chain}, method="PUT"))["form"]["owners"][1]["of"] == "11444777000161"
    (behind,) = (await did(ana, f"{REQUESTS}/{request}", method="GET"))["ownership"]["owners"]
    assert (behind["direct"], behind["share"], behind["because"]) == (0, 6_000, "share")
    for wrong in ([chain[1]], [chain[0] | {"of": "11444777000161"}]):
        body = {"owners": wrong}
        await refused(ana, path, body, 400, {"owners": ["owned_company_unknown"]}, method="PUT")
    strange = await carla.client.put(path, json={"owners": []}, headers={"Authorization": f"Bearer {carla.token}"})
    assert strange.status_code in (400, 404)
    assert (await did(ana, path, {"owners": []}, method="PUT"))["form"].get("owners", []) == []


async def test_from_which_part_on_somebody_owns_it_is_the_reasons_and_a_quarter_at_most(
    ana: Person, diego: Person
) -> None:
    await refused(diego, REASONS, REASON | {"owner_percent": 26}, 400, {"owner_percent": ["field_invalid"]})
    why = await reason(diego, owner_percent=10)
    request = await opened(ana, why)
    owner = {"name": "Rui Leal", "document": "52998224725", "share": 1_000}
    await did(ana, f"{REQUESTS}/{request}/owners", {"owners": [owner]}, method="PUT")
    # An open request keeps the version that it began under.
    revised = await did(diego, f"{REASONS}/{why}", REASON, method="PUT")
    assert (revised["owner_percent"], revised["version"]) == (25, 2)
    found = (await did(diego, f"{REQUESTS}/{request}", method="GET"))["ownership"]
    assert (found["threshold"], [each["because"] for each in found["owners"]]) == (1_000, ["share"])
    other = await opened(ana, why, document="11444777000161", subject_type="end_user")
    await did(ana, f"{REQUESTS}/{other}/owners", {"owners": [owner]}, method="PUT")
    found = (await did(diego, f"{REQUESTS}/{other}", method="GET"))["ownership"]
    assert (found["threshold"], [each["because"] for each in found["owners"]]) == (2_500, [None])


@pytest.mark.parametrize("effect", ["warn", "stop_all"])
async def test_the_effect_of_an_end_is_the_reasons(
    effect: str, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    request = await analysed(ana, diego, on_expiry=effect)
    proposal = await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"})
    await did(eva, f"{PROPOSALS}/{proposal['id']}/decide", {"decision": "confirm"})
    sql("set session_replication_role = replica")
    sql("update kyc_request set expires_on = %s", today())
    sql("set session_replication_role = origin")
    await counter.run_job("kyc.renew")
    stopped = effect == "stop_all"
    assert sql("select blocked_in, blocked_out from company where id = %s", AURORA) == [(stopped, stopped)]
