"""What KYC asks providers: every port about the subject and its owners, answered by a worker, judged once, and never told."""

from typing import Any

import psycopg
import pytest

from conftest import Sql, Work
from people import Person
from retaguarda.settings import SANDBOX_SECRET
from support.checks import activated, document_ending
from support.kyc import LEADS, REQUESTS, brought, did, reason, refused

CLEAR, HIT, OTHER, BROKEN = (document_ending(digit) for digit in "1468")
PORTS = ("registry", "bureau", "documents", "face", "pep", "sanctions")


async def connected(diego: Person, eva: Person, work: Work, *ports: str) -> None:
    for port in ports:
        provider = {
            "name": f"Sandbox {port}",
            "port": port,
            "mode": "sandbox",
            "base_url": "http://psp/checks/v1",
            "secret": SANDBOX_SECRET,
        }
        await activated(diego, eva, work, provider)


async def taken(ana: Person, diego: Person, document: str, why: str = "End user", **form: Any) -> str:
    """A request about a person, with its document approved and its risk said."""
    asked = {
        "reason": await reason(diego, name=why),
        "subject_type": "end_user",
        "name": "Maria da Silva",
        "document": document,
        "form": form,
    }
    request = (await did(ana, REQUESTS, asked, 201))["id"]
    assert (await brought(ana, request)).status_code == 201
    await did(ana, f"{REQUESTS}/{request}/send", {"act": "submit"})
    await did(diego, f"{REQUESTS}/{request}/take", {})
    await did(diego, f"{REQUESTS}/{request}/documents/1/review", {"decision": "approved"})
    await did(diego, f"{REQUESTS}/{request}/risk", {"risk": "low", "reason": "Nothing found"})
    return request


async def shown(diego: Person, request: str) -> dict[str, Any]:
    return (await diego.get(f"{REQUESTS}/{request}")).json()["review"]


async def test_every_port_is_asked_about_the_subject_and_its_owners_before_anything_is_proposed(
    ana: Person, diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    await connected(diego, eva, work, *PORTS)
    owners = [{"name": "Rui Leal", "document": HIT, "share": 4_000}]
    request = await taken(ana, diego, CLEAR, owners=owners)
    propose = {"decision": "approve", "internal_note": "Good"}
    review = await shown(diego, request)
    assert ({check["state"] for check in review["checks"]}, review["missing"]) == ({"asked"}, ["checks"])
    await refused(diego, f"{REQUESTS}/{request}/propose", propose, 409, "kyc_checks_open")
    await work()
    review = await shown(diego, request)
    said = [(check["owner"], check["port"], check["state"], check["provider"]) for check in review["checks"]]
    assert said == [(False, port, "clean", f"Sandbox {port}") for port in PORTS] + [
        (True, port, "hit", f"Sandbox {port}") for port in ("registry", "pep", "sanctions")
    ]
    assert review["checks"][0]["found"] == ["MARIA DA SILVA · REGULAR · 1980-05-17"]
    assert review["checks"][7]["found"] == ["RUI LEAL", "Sandbox PEP: RUI LEAL (93%)"]
    await refused(diego, f"{REQUESTS}/{request}/propose", propose, 409, "kyc_checks_open")
    for check in review["checks"][6:]:
        verdict = "confirmed" if check["port"] == "pep" else "not_the_one"
        body = {"check": check["id"], "verdict": verdict, "comment": "Compared part by part"}
        await did(diego, f"{REQUESTS}/{request}/verdict", body)
        await refused(diego, f"{REQUESTS}/{request}/verdict", body, 409, "kyc_no_hit")
    # An owner who is politically exposed asks for a third person.
    assert (await did(diego, f"{REQUESTS}/{request}/propose", propose))["superior"] is True
    assert sql("select count(*), count(distinct purpose) from provider_call") == [(9, 1)]
    assert "Sandbox" not in (await ana.get(f"{REQUESTS}/{request}")).text


async def test_a_mismatch_waits_for_a_person_and_an_error_for_another_answer(
    ana: Person, diego: Person, eva: Person, work: Work
) -> None:
    await connected(diego, eva, work, "registry")
    request = await taken(ana, diego, OTHER)
    await work()
    (registry, *others) = (await shown(diego, request))["checks"]
    assert (registry["state"], registry["detail"]) == ("hit", "mismatch")
    assert registry["found"] == ["OUTRA PESSOA DE EXEMPLO · SUSPENSA · 1955-01-01"]
    assert {(check["state"], check["detail"]) for check in others} == {("not_checked", "no_provider")}

    broken = await taken(ana, diego, BROKEN, "Another end user")
    await work()
    review = await shown(diego, broken)
    assert (review["checks"][0]["state"], review["missing"]) == ("error", ["checks"])
    propose = {"decision": "approve", "internal_note": "Good"}
    await refused(diego, f"{REQUESTS}/{broken}/propose", propose, 409, "kyc_checks_open")


async def test_what_a_check_said_stays_and_a_lead_carries_it_into_its_request(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    await connected(diego, eva, work, "pep")
    lead = await did(diego, LEADS, {"kind": "merchant", "name": "Rui Leal", "document": "11222333000181"}, 201)
    await did(diego, f"{LEADS}/{lead['id']}/checks", {})
    await work()
    checks = (await diego.get(f"{LEADS}/{lead['id']}")).json()["review"]["checks"]
    assert [(check["port"], check["state"]) for check in checks if check["state"] != "not_checked"] == [
        ("pep", "clean")
    ]
    with pytest.raises(psycopg.errors.Error, match="what a check said stays"):
        sql("update kyc_check set found = '{}' where port = 'pep'")
    assess = {"outcome": "ready", "risk": "low", "reason": "A shop that we know"}
    await did(diego, f"{LEADS}/{lead['id']}/assess", assess)
    why = await reason(diego)
    request = (await did(diego, f"{LEADS}/{lead['id']}/convert", {"reason": why, "merchant": 2}))["id"]
    carried = (await shown(diego, request))["checks"]
    assert [(each["port"], each["state"], each["at"]) for each in carried] == [
        (each["port"], each["state"], each["at"]) for each in checks
    ]
