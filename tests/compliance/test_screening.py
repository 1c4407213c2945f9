"""Document checks, hits, lists and the whitelist: guarded, versioned, explained, and never shown to a merchant."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from conftest import Sql, Work
from people import Person
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.settings import SANDBOX_SECRET
from support.charges import Counter, offenders
from support.checks import activated, document_ending
from support.kyc import REQUESTS, brought, did, opened, reason
from support.lists import CHECKS, HITS, LISTS, PEOPLE, list_of, plain, table, united_nations, uploaded, versions
from support.payments import pay, read

CHECK: dict[str, Any] = {"name": "Anselmo Quadrado Telles", "purpose": "onboarding"}
WHITELIST = "/v1/compliance/whitelist"


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


async def in_force(person: Person, work: Work, code: str, content: bytes) -> None:
    said = await uploaded(person, code, content)
    assert said.status_code == 201, said.text
    await work()


async def checked(person: Person, work: Work, **body: Any) -> dict[str, Any]:
    made = await person.post(CHECKS, CHECK | body)
    assert made.status_code == 201, made.text
    await work()
    return (await person.get(f"{CHECKS}/{made.json()['id']}")).json()


async def hits(person: Person, **given: Any) -> list[dict[str, Any]]:
    return (await person.get(HITS, **given)).json()


async def test_a_check_says_who_is_alike_and_why(diego: Person, work: Work) -> None:
    await in_force(diego, work, "house", plain())
    first, second = [await diego.post(CHECKS, CHECK, key="once") for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content)
    await work()
    found = (await diego.get(f"{CHECKS}/{first.json()['id']}")).json()
    assert (found["status"], found["outcome"], found["hits"]) == ("done", "hits", 1)
    assert [(each["port"], each["problem"]) for each in found["findings"]["ports"]] == [
        ("pep", "none"),
        ("sanctions", "none"),
    ]
    (hit,) = await hits(diego)
    assert (hit["listed"], hit["list_code"], hit["status"]) == (PEOPLE[0], "house", "pending")
    assert 80 <= hit["score"] <= 92
    record = (await diego.get(f"{HITS}/{hit['id']}")).json()
    words = record["evidence"]["words"]
    assert [(each["asked"], each["listed"], each["how"]) for each in words] == [
        ("Anselmo", "ANSELMO", "same"),
        ("Quadrado", "QUADRADO", "same"),
        ("Telles", "TELES", "spelling"),
    ] or [each["how"] for each in words][:2] == ["same", "same"]
    assert (record["party"]["source"], record["entry"]["names"]) == ("check", [PEOPLE[0]])


async def test_a_check_asks_the_registry_and_says_what_it_cost(diego: Person, eva: Person, work: Work) -> None:
    provider = {"name": "A", "mode": "sandbox", "base_url": "http://psp/checks/v1", "secret": SANDBOX_SECRET}
    for port in ("registry", "pep", "sanctions"):
        price = {"amount": 10, "currency": "BRL"}
        await activated(diego, eva, work, provider | {"name": port, "port": port, "cost": price})
    clear = await checked(diego, work, document=document_ending("1"), name="Maria de Souza")
    assert (clear["outcome"], clear["cost"]["amount"]) == ("clear", 30)
    again = await checked(diego, work, document=document_ending("1"), name="Maria de Souza")
    assert (again["cost"]["amount"], again["earlier"]) == (0, 1)
    other = await checked(diego, work, document=document_ending("6"), name="Maria de Souza")
    registry = other["findings"]["ports"][0]
    assert (other["outcome"], registry["outcome"], registry["situation"]) == ("mismatch", "mismatch", "SUSPENSA")
    assert registry["name_score"] < 50
    failed = await checked(diego, work, document=document_ending("8"))
    assert (failed["status"], failed["findings"]["ports"][0]["problem"]) == ("error", "error")
    redone = await diego.post(f"{CHECKS}/{failed['id']}/redo")
    assert redone.json()["status"] == "asked"
    assert (await diego.post(f"{CHECKS}/{clear['id']}/redo")).json()["message"] == "check_not_failed"


@pytest.mark.parametrize(
    ("wrong", "field", "problem"),
    [
        ({"name": None}, "document", "document_or_name"),
        ({"document": "123"}, "document", "document_invalid"),
        ({"birth": "2026-02-30"}, "birth", "field_invalid"),
        ({"name": "a\u0007b"}, "name", "field_invalid"),
    ],
)
async def test_what_is_wrong_with_a_check_is_said_by_field(diego: Person, wrong: Any, field: str, problem: str) -> None:
    said = await diego.post(CHECKS, CHECK | wrong)
    assert (said.status_code, said.json()["message"]) == (400, {field: [problem]})
    assert (await diego.post(CHECKS, {"name": "Ana"})).status_code == 400


async def test_an_emptied_file_and_one_that_lost_too_much_do_not_come_into_force(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    await in_force(diego, work, "house", plain())
    before = await list_of(diego, "house")
    assert (before["number"], before["entries"], before["stale"]) == (1, 10, False)
    await in_force(diego, work, "house", b"nome;documento\n")
    await in_force(diego, work, "house", table([(name, "", "") for name in PEOPLE[:5]]))
    await in_force(diego, work, "house", table([(name, "", "") for name in PEOPLE] + [("Outra Pessoa", "123", "")]))
    found = await versions(diego, "house")
    assert [(each["status"], each["problem"]) for each in reversed(found)] == [
        ("active", None),
        ("unreadable", "list_empty"),
        ("held", "size_changed"),
        ("held", "too_many_refused"),
    ]
    assert (await list_of(diego, "house"))["entries"] == 10
    one = f"/v1/compliance/list-versions/{found[1]['id']}/decide"
    accept = {"decision": "accept", "reason": "o MTE retirou cinco"}
    own = await diego.post(one, accept)
    assert (own.status_code, own.json()["message"]) == (409, "own_version")
    with pytest.raises(psycopg.errors.CheckViolation):
        sql("update list_version set decided_by_id = received_by_id, decided_by = 'x' where status = 'held'")
    accepted = await eva.post(one, accept)
    assert (accepted.json()["status"], accepted.json()["removed"]) == ("active", 5)
    discarded = await eva.post(
        f"/v1/compliance/list-versions/{found[0]['id']}/decide", {"decision": "discard", "reason": "coluna errada"}
    )
    assert discarded.json()["status"] == "discarded"
    assert (await eva.post(one, accept)).json()["message"] == "version_not_so"


async def test_a_former_version_comes_back_as_a_new_one_and_its_hits_with_it(
    diego: Person, work: Work, sql: Sql
) -> None:
    await in_force(diego, work, "house", plain("Zenilda Torquato Rios"))
    await checked(diego, work, name="Zenilda Torquato Rios")
    await in_force(diego, work, "house", plain())
    assert [(hit["status"], hit["reason"]) for hit in await hits(diego)] == [("skipped", "gone")]
    first = (await versions(diego, "house"))[-1]
    back = await diego.post(
        f"/v1/compliance/list-versions/{first['id']}/decide",
        {"decision": "roll_back", "reason": "a nova veio sem a Zenilda"},
    )
    assert (back.json()["number"], back.json()["entries"], back.json()["added"]) == (3, 11, 1)
    assert [hit["status"] for hit in await hits(diego)] == ["pending"]
    same = await uploaded(diego, "house", plain("Zenilda Torquato Rios"))
    assert same.status_code == 201
    with pytest.raises(psycopg.DatabaseError, match="does not change"):
        sql("update list_entry set names = array['x']")


async def test_the_same_file_again_only_says_that_it_is_still_true(diego: Person, work: Work, sql: Sql) -> None:
    await in_force(diego, work, "house", plain())
    sql("update watch_list set checked_at = now() - interval '500 days' where code = 'house'")
    assert (await list_of(diego, "house"))["stale"] is True
    same = await uploaded(diego, "house", plain())
    assert (same.status_code, same.json()["message"]) == (409, "list_is_the_same")


async def test_a_list_is_fetched_from_its_source(diego: Person, work: Work) -> None:
    found = await list_of(diego, "un")
    one = f"{LISTS}/{found['id']}"
    change = {"name": "ONU", "max_age_days": 1, "threshold": 80, "source_url": "http://psp/checks/lists/un.xml"}
    assert (await diego.post(f"{one}/change", change)).status_code == 200
    assert (await diego.post(f"{one}/fetch")).json()["fetching"] is True
    await work()
    fetched = (await diego.get(one)).json()
    assert (fetched["number"], fetched["fetching"], fetched["versions"][0]["origin"]) == (1, False, "fetch")
    assert fetched["entries"] > 10
    await diego.post(f"{one}/change", change | {"source_url": "http://psp/checks/lists/nowhere"})
    await diego.post(f"{one}/fetch")
    await work()
    assert (await diego.get(one)).json()["fetch_problem"] == "HTTP 404"
    uploadable = await list_of(diego, "house")
    assert (await diego.post(f"{LISTS}/{uploadable['id']}/fetch")).json()["message"] == "list_has_no_source"


async def test_a_hit_is_confirmed_or_not_the_one_and_opened_again(diego: Person, work: Work, sql: Sql) -> None:
    document = document_ending("1")
    await in_force(
        diego, work, "un", united_nations(*((f"QDi.{at}", name, "1970-01-01") for at, name in enumerate(PEOPLE)))
    )
    await checked(diego, work, name=PEOPLE[0], document=document, birth="1970-01-01")
    (hit,) = await hits(diego)
    assert hit["score"] > 92
    decide = f"{HITS}/{hit['id']}/decide"
    wrong = await diego.post(decide, {"decision": "confirm", "why": "homonym", "comment": "mesmo nome"})
    assert wrong.json()["message"] == {"why": ["invalid"]}
    body = {"decision": "confirm", "why": "same_person", "comment": "documento, nome e nascimento conferem"}
    confirmed = await diego.post(decide, body)
    assert (confirmed.json()["status"], confirmed.json()["decided_by"]) == ("confirmed", diego.email)
    frozen = sql("select lane, effect, direction, cause, value, added_by, source, hit_id::text from block_entry")
    assert frozen == [("sanctions", "hold", "both", "sanctions_list", document, diego.email, "hit", hit["id"])]
    assert (await diego.post(decide, body)).json()["message"] == "hit_not_so"
    again = await diego.post(decide, {"decision": "reopen", "why": "mistake", "comment": "aberto por engano"})
    assert (again.json()["status"], again.json()["decided_by"]) == ("pending", None)
    # What is frozen ends on the block list, by two people; confirmed once more it is not frozen twice.
    assert (await diego.post(decide, body)).json()["status"] == "confirmed"
    assert sql("select count(*) from block_entry where ended_at is null") == [(1,)]
    # It is looked into in one case of the one engine, about whoever was compared.
    told = sql(
        "select f.id::text, f.kind, f.state, f.requester_document, p.target, p.subject from case_file f join pld_case p on p.case_id = f.id"
    )
    assert told == [
        ((await diego.get(f"{HITS}/{hit['id']}")).json()["case_id"], "pld", "opened", document, "end_user", document)
    ]


async def test_whoever_a_list_of_sanctions_names_is_paid_nothing_and_nobody_hears_why(
    diego: Person, bruno: Person, ana: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    people = [(f"QDi.{at}", name, "1970-01-01") for at, name in enumerate(PEOPLE)]
    await in_force(diego, work, "un", united_nations(*people))
    await checked(diego, work, name=PEOPLE[0], document="12345678909", birth="1970-01-01")
    (hit,) = await hits(diego)
    body = {"decision": "confirm", "why": "same_person", "comment": "documento, nome e nascimento conferem"}
    assert (await diego.post(f"{HITS}/{hit['id']}/decide", body)).status_code == 200
    made = await pay(bruno)
    assert "sanction" not in made.text.lower()
    assert "ONU" not in made.text
    assert (made.status_code, made.json()["status"], made.json()["hold_reason"]) == (201, "on_hold", "under_review")
    await work()
    assert (await read(bruno, made.json()["id"]))["orders"] == []


async def proposed(person: Person, hit: dict[str, Any], days: int = 90) -> dict[str, Any]:
    """The pair of a hit, proposed for the whitelist by whoever says that it is not the one."""
    until = (today(BRASILIA) + timedelta(days=days)).isoformat()
    body = {"decision": "not_the_one", "why": "homonym", "comment": "outra filiação", "whitelist_until": until}
    said = await person.post(f"{HITS}/{hit['id']}/decide", body)
    assert (said.status_code, said.json()["status"]) == (200, "not_the_one"), said.text
    return next(each for each in (await person.get(WHITELIST)).json() if each["status"] == "proposed")


async def agreed(person: Person, pair: dict[str, Any]) -> None:
    said = await person.post(f"{WHITELIST}/{pair['id']}/decide", {"agree": True})
    assert (said.status_code, said.json()["state"], said.json()["decided_by"]) == (200, "in_force", person.email)


async def test_a_pair_is_on_the_whitelist_once_another_person_agreed_and_quietens_nothing_before(
    diego: Person, eva: Person, ana: Person, carla: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    sql("update role set permissions = permissions || 'compliance::screening:write'::text where company_id = 1")
    everybody = [(name, "", "1970-01-01") for name in PEOPLE]
    await in_force(diego, work, "house", table(everybody))
    await checked(diego, work, name=PEOPLE[0])
    (hit,) = await hits(diego)
    pair = await proposed(diego, hit)
    # Whoever agrees finds the two side by side.
    assert pair["hit_id"] == hit["id"]
    path = f"{WHITELIST}/{pair['id']}/decide"
    own = await diego.post(path, {"agree": True})
    assert (own.status_code, own.json()["message"]) == (403, "own_proposal")
    for stranger in (ana, carla):
        assert (await stranger.post(path, {"agree": True})).status_code in (403, 404)

    async def looked_at() -> str:
        """What becomes, by the clock, of a hit that only the whitelist kept quiet."""
        sql(
            "update list_hit set status = 'skipped', reason = 'whitelisted', decided_at = null, decided_by = null, decided_by_id = null"
        )
        await counter.run_job("compliance.gather_parties")
        (found,) = await hits(diego)
        return found["status"]

    assert await looked_at() == "pending"
    # Decided again, another proposal takes the place of the first; the first can be agreed to no more.
    again = await proposed(eva, hit, days=60)
    assert [each["status"] for each in (await diego.get(WHITELIST)).json()] == ["proposed", "ended"]
    assert (await eva.post(path, {"agree": True})).json()["message"] == "pair_decided"
    first, second = [
        await diego.post(f"{WHITELIST}/{again['id']}/decide", {"agree": True}, key="once") for _ in range(2)
    ]
    assert (first.status_code, second.content) == (200, first.content)
    shown = (await diego.get(WHITELIST)).json()[0]
    assert (shown["status"], shown["created_by"], shown["decided_by"]) == ("active", eva.email, diego.email)
    assert await looked_at() == "skipped"
    # A hit that is opened again is on no whitelist.
    reopened = {"decision": "reopen", "why": "mistake", "comment": "nova filiação"}
    said = await diego.post(f"{HITS}/{hit['id']}/decide", reopened)
    assert said.status_code == 200, said.text
    assert {each["status"] for each in (await diego.get(WHITELIST)).json()} == {"ended"}
    # Not even who owns the database puts a pair there alone.
    for change in ("state = 'in_force'", "decider_id = created_by_id", "comment = comment || '.'"):
        with pytest.raises(psycopg.Error):
            sql(f"update whitelist_pair set {change}")


async def test_a_pair_that_is_refused_or_over_is_not_on_the_whitelist_and_its_hit_waits(
    diego: Person, eva: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    sql("update role set permissions = permissions || 'compliance::screening:write'::text where company_id = 1")
    everybody = [(name, "", "1970-01-01") for name in PEOPLE]
    await in_force(diego, work, "house", table(everybody))
    await checked(diego, work, name=PEOPLE[0])
    (hit,) = await hits(diego)
    pair = await proposed(diego, hit)
    path = f"{WHITELIST}/{pair['id']}/decide"
    silent = await eva.post(path, {"agree": False})
    assert (silent.status_code, silent.json()["message"]) == (400, {"reason": ["field_required"]})
    said = await eva.post(path, {"agree": False, "reason": "Falta comparar a filiação"})
    assert (said.json()["state"], said.json()["decision_reason"]) == ("refused", "Falta comparar a filiação")
    assert (await eva.post(path, {"agree": True})).json()["message"] == "pair_decided"
    assert [each["status"] for each in await hits(diego)] == ["pending"]
    # An entry that tells of somebody else since it was proposed, and a day that is over, are agreed to no more.
    pair = await proposed(diego, hit)
    await in_force(diego, work, "house", table([(PEOPLE[0], "", "1980-02-02"), *everybody[1:]]))
    late = await eva.post(f"{WHITELIST}/{pair['id']}/decide", {"agree": True})
    assert (late.status_code, late.json()["message"]) == (409, "pair_lapsed")
    pair = await proposed(diego, hit)
    sql("set session_replication_role = replica")
    sql(
        "update whitelist_pair set created_at = now() - interval '100 days', expires_on = expires_on - 100 where id = %s",
        pair["id"],
    )
    sql("set session_replication_role = origin")
    late = await eva.post(f"{WHITELIST}/{pair['id']}/decide", {"agree": True})
    assert (late.status_code, late.json()["message"]) == (409, "pair_lapsed")


async def test_a_pair_on_the_whitelist_lapses_when_the_entry_tells_of_somebody_else(
    diego: Person, eva: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    sql("update role set permissions = permissions || 'compliance::screening:write'::text where company_id = 1")
    people = [(name, "", "1970-01-01") for name in PEOPLE]
    await in_force(diego, work, "house", table(people))
    await checked(diego, work, name=PEOPLE[1], birth="1991-05-05")
    assert await hits(diego) == []
    await checked(diego, work, name=PEOPLE[0])
    (hit,) = await hits(diego)
    until = (today(BRASILIA) + timedelta(days=90)).isoformat()
    body = {"decision": "not_the_one", "why": "homonym", "comment": "outra filiação", "whitelist_until": until}
    far = (today(BRASILIA) + timedelta(days=366)).isoformat()
    refused = await diego.post(f"{HITS}/{hit['id']}/decide", body | {"whitelist_until": far})
    assert refused.json()["message"] == {"whitelist_until": ["out_of_range"]}
    await agreed(eva, await proposed(diego, hit))
    (pair,) = (await diego.get(WHITELIST)).json()
    assert (pair["status"], pair["listed"]) == ("active", PEOPLE[0])
    # What is not about who it is changes nothing.
    detail = b"nome;documento;nascimento;motivo\n" + b"\n".join(f"{name};;1970-01-01;novo".encode() for name in PEOPLE)
    await in_force(diego, work, "house", detail)
    assert [each["status"] for each in await hits(diego)] == ["not_the_one"]
    await in_force(diego, work, "house", table([(PEOPLE[0], "", "1980-02-02"), *people[1:]]))
    assert [each["status"] for each in await hits(diego)] == ["pending"]
    assert (await diego.get(WHITELIST)).json()[0]["status"] == "lapsed"
    ended = await diego.post(f"{WHITELIST}/{pair['id']}/end", {"reason": "não vale mais"})
    assert ended.json()["ended_by"] == diego.email
    assert (await diego.post(f"{WHITELIST}/{pair['id']}/end", {"reason": "de novo"})).json()["message"] == "pair_ended"


async def test_a_pair_ends_with_its_day(diego: Person, eva: Person, work: Work, counter: Counter, sql: Sql) -> None:
    sql("update role set permissions = permissions || 'compliance::screening:write'::text where company_id = 1")
    await in_force(diego, work, "house", plain())
    await checked(diego, work)
    (hit,) = await hits(diego)
    await agreed(eva, await proposed(diego, hit))
    await counter.run_job("compliance.gather_parties")
    assert [each["status"] for each in await hits(diego, source="check")] == ["not_the_one"]
    sql("set session_replication_role = replica")
    sql("update whitelist_pair set created_at = now() - interval '100 days', expires_on = expires_on - 100")
    sql("set session_replication_role = origin")
    await counter.run_job("compliance.gather_parties")
    assert [each["status"] for each in await hits(diego, source="check")] == ["pending"]


async def test_companies_and_payees_are_compared_without_being_asked(
    diego: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    await counter.run_job("compliance.gather_parties")
    sql("update company set legal_name = 'Quitéria Bandeira Lopes ME' where id = 4")
    await in_force(diego, work, "house", plain("Quiteria Bandeira Lopes"))
    assert await hits(diego) == []
    await counter.run_job("compliance.gather_parties")
    (hit,) = await hits(diego)
    assert (hit["source"], hit["subject"]) == ("company", "Quitéria Bandeira Lopes ME")
    party = (await diego.get(f"{HITS}/{hit['id']}")).json()["party"]
    (name,) = sql("select name from company where id = 4")[0]
    assert (party["merchant_id"], party["merchant_name"]) == (4, name)


async def test_an_owner_in_a_request_of_kyc_is_compared_without_being_asked(
    ana: Person, diego: Person, work: Work, counter: Counter
) -> None:
    await in_force(diego, work, "house", plain("Quiteria Bandeira Lopes"))
    owners = [{"name": "Quitéria Bandeira Lopes", "document": "11144477735", "share": 6_000}]
    request = await opened(ana, await reason(diego), form={"owners": owners})
    await counter.run_job("compliance.gather_parties")
    assert await hits(diego) == []
    assert (await brought(ana, request)).status_code == 201
    await did(ana, f"{REQUESTS}/{request}/send", {"act": "submit"})
    await counter.run_job("compliance.gather_parties")
    (hit,) = await hits(diego)
    assert (hit["source"], hit["subject"], hit["document"]) == ("kyc", "Quitéria Bandeira Lopes", "***.444.777-**")


async def test_a_file_is_checked_row_by_row_and_says_what_it_refused(diego: Person, work: Work) -> None:
    await in_force(diego, work, "house", plain())
    content = f"nome;documento\n{PEOPLE[0]};\nNinguém Conhecido;\nErrado;123\n".encode()
    made = await diego.client.post(
        "/v1/compliance/check-files",
        params={"name": "lote.csv", "purpose": "renewal"},
        content=content,
        headers=diego._headers(),
    )
    assert made.status_code == 201, made.text
    await work()
    (file,) = (await diego.get("/v1/compliance/check-files")).json()
    assert (file["rows"], file["done"], file["with_hits"], file["clear"], file["refused"]) == (2, 2, 1, 1, 1)
    rows = (await diego.get(CHECKS, file_id=file["id"], order_by="asked_at", sort="asc")).json()
    assert [(row["line"], row["outcome"]) for row in sorted(rows, key=lambda row: row["line"])] == [
        (2, "hits"),
        (3, "clear"),
    ]
    bad = await diego.client.post(
        "/v1/compliance/check-files",
        params={"name": "x", "purpose": "curiosity"},
        content=b"x",
        headers=diego._headers(),
    )
    assert bad.status_code == 400


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><CONSOLIDATED_LIST>&b;</CONSOLIDATED_LIST>", "not_xml"),
        (
            b"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><CONSOLIDATED_LIST>&x;</CONSOLIDATED_LIST>",
            "not_xml",
        ),
        (b"<OTHER/>", "not_the_list"),
        (b"not xml", "not_xml"),
        (b"<CONSOLIDATED_LIST/>", "list_empty"),
    ],
)
async def test_harmful_and_foreign_xml_is_refused(diego: Person, work: Work, content: bytes, problem: str) -> None:
    await in_force(diego, work, "un", content)
    assert [(each["status"], each["problem"]) for each in await versions(diego, "un")] == [("unreadable", problem)]


async def test_merchants_and_strangers_find_none_of_it(
    diego: Person, carla: Person, gil: Person, work: Work, sql: Sql
) -> None:
    await in_force(diego, work, "house", plain())
    check = await checked(diego, work)
    (hit,) = await hits(diego)
    list_id, version = (await list_of(diego, "house"))["id"], (await versions(diego, "house"))[0]["id"]
    sql(
        "update role set permissions = permissions || '{compliance::screening:read,compliance::screening:write}'"
        " where name in ('administrator', 'operator')"
    )
    for person in (carla, gil):
        for path in (
            CHECKS, f"{CHECKS}/{check['id']}", HITS, f"{HITS}/{hit['id']}", LISTS, f"{LISTS}/{list_id}", WHITELIST,
            "/v1/compliance/check-files", f"/v1/trail/hits/{hit['id']}", f"/v1/trail/document-checks/{check['id']}",
        ):  # fmt: skip
            assert (await person.get(path)).status_code == 404, path
        decision = {"decision": "confirm", "why": "same_person", "comment": "porque sim"}
        for path, body in (
            (CHECKS, CHECK),
            (f"{HITS}/{hit['id']}/decide", decision),
            (f"{LISTS}/{list_id}/fetch", {}),
            (f"{LISTS}/{list_id}/screen", {}),
            (f"/v1/compliance/list-versions/{version}/decide", {"decision": "accept", "reason": "porque sim"}),
        ):
            assert (await person.post(path, body)).status_code == 404, path
        said = await person.client.post(
            f"{LISTS}/{list_id}/versions", params={"name": "x"}, content=b"x", headers=person._headers()
        )
        assert said.status_code == 404
    [(url,)] = sql("select current_database()")
    assert url
    rows = sql(
        "with s as (select set_config('retaguarda.companies', '{2,3}', false)) select (select count(*) from event where company_id <> 1"
        " and name like 'compliance:%%') from s"
    )
    assert rows == [(0,)]


async def test_opening_a_hit_is_on_record_with_who_did(diego: Person, work: Work, sql: Sql) -> None:
    await in_force(diego, work, "house", plain())
    await checked(diego, work)
    (hit,) = await hits(diego)
    await diego.get(f"{HITS}/{hit['id']}")
    assert sql("select actor, company_id from event where name = 'compliance:hit:seen'") == [(diego.email, 1)]


async def test_comparing_what_changed_comes_to_what_comparing_everything_does(
    diego: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    """Entries and parties come, change and go, in any order; after each step everything is compared, and nothing is another."""
    steps: list[tuple[str, Any]] = [
        ("party", PEOPLE[0]),
        ("list", plain()),
        ("party", "Quadrado Anselmo"),
        ("list", plain("Anselma Quadrado Teles")),
        ("party", "Фауsto Leal Garcia"),
        ("list", table([(name, "", "1970-01-01") for name in PEOPLE])),
        ("party", PEOPLE[9]),
        ("list", table([(name, document_ending("1") if at == 9 else "", "") for at, name in enumerate(PEOPLE)])),
        ("list", plain("Ivo Serra Pacheca", "Hilda Correia Fontes")),
    ]
    known = "select p.name, h.entry_key, h.score, h.status, h.version > 0 from list_hit h join screened_party p on p.id = h.party_id order by 1, 2"
    for what, value in steps:
        if what == "party":
            await checked(diego, work, name=value)
        else:
            await in_force(diego, work, "house", value)
        delta = sql(known)
        assert (await diego.post(f"{LISTS}/{(await list_of(diego, 'house'))['id']}/screen")).status_code == 200
        assert sql(known) == delta, what
    assert len(sql(known)) >= 5


async def test_a_hit_is_somebodys_work_until_it_is_decided(
    diego: Person, eva: Person, ana: Person, work: Work, sql: Sql
) -> None:
    people = [(f"QDi.{at}", name, "1970-01-01") for at, name in enumerate(PEOPLE)]
    await in_force(diego, work, "un", united_nations(*people))
    await checked(diego, work, name=PEOPLE[0], document="12345678909", birth="1970-01-01")
    (hit,) = await hits(diego)
    assign = f"{HITS}/{hit['id']}/assign"
    assert (hit["assigned"], hit["assignee"]) == ("nobody", None)
    for _ in range(2):
        assert (await diego.post(assign, {})).json()["assignee"] == diego.email
    assert [each["id"] for each in await hits(diego, assigned="me")] == [hit["id"]]
    stranger = await diego.post(assign, {"email": ana.email})
    assert (stranger.status_code, stranger.json()["message"]) == (400, {"email": ["not_found"]})
    assert (await diego.post(assign, {"email": eva.email.upper()})).json()["assignee"] == eva.email
    assert [each["assigned"] for each in await hits(diego)] == ["somebody"]
    body = {"decision": "not_the_one", "why": "homonym", "comment": "outro nascimento"}
    assert (await diego.post(f"{HITS}/{hit['id']}/decide", body)).status_code == 200
    late = await diego.post(assign, {})
    assert (late.status_code, late.json()["message"]) == (409, "hit_not_so")
    assert [each["assigned"] for each in await hits(diego)] == ["done"]
    assert (await ana.post(assign, {})).status_code in (403, 404)
