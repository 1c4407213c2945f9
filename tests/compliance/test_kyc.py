"""KYC from a lead to a company that is known: documents drawn by us, two people, and nothing that the merchant may not see."""

import io
import json
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pypdfium2
import pytest
from PIL import Image

from conftest import as_app
from people import AURORA, OUTRA, Person
from retaguarda.compliance.kyc.print_words import EVENTS
from retaguarda_demo.papers import paper
from support.charges import Counter, offenders
from support.kyc import (
    CNPJ,
    LEADS,
    PROPOSALS,
    REASON,
    REASONS,
    REQUESTS,
    analysed,
    brought,
    did,
    opened,
    reason,
    refused,
    said_by,
)


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


async def test_a_lead_becomes_a_request_that_another_person_approves_and_the_company_is_known(
    ana: Person, diego: Person, eva: Person, counter: Counter
) -> None:
    why = await reason(diego)
    lead = await did(diego, LEADS, {"kind": "merchant", "name": "Loja Aurora", "document": CNPJ}, 201)
    await refused(diego, LEADS, {"kind": "merchant", "name": "Again", "document": CNPJ}, 409, "lead_open_already")
    await refused(diego, f"{LEADS}/{lead['id']}/convert", {"reason": why}, 409, "lead_not_so")
    await did(diego, f"{LEADS}/{lead['id']}/checks", {})
    await did(
        diego, f"{LEADS}/{lead['id']}/assess", {"outcome": "ready", "risk": "low", "reason": "A shop that we know"}
    )
    request = (await did(diego, f"{LEADS}/{lead['id']}/convert", {"reason": why, "merchant": AURORA}))["id"]
    await refused(diego, f"{LEADS}/{lead['id']}/convert", {"reason": why, "merchant": AURORA}, 409, "lead_not_so")
    for person in (ana, diego):
        (first, *_) = (await person.get(f"{REQUESTS}/{request}")).json()["timeline"]
        assert (first["kind"], first["actor"]) == ("kyc:request:open", "retaguarda")

    await refused(ana, f"{REQUESTS}/{request}/send", {"act": "submit"}, 409, "kyc_documents_missing")
    assert (await brought(ana, request)).status_code == 201
    assert (await brought(ana, request)).status_code == 200
    await did(ana, f"{REQUESTS}/{request}/send", {"act": "submit"})
    await did(diego, f"{REQUESTS}/{request}/take", {})
    propose = {"decision": "approve", "internal_note": "All there", "charge_limit": {"amount": 5_000_00}}
    await did(diego, f"{REQUESTS}/{request}/risk", {"risk": "low", "reason": "Nothing found"})
    await refused(diego, f"{REQUESTS}/{request}/propose", propose, 409, "kyc_documents_open")
    await did(
        diego,
        f"{REQUESTS}/{request}/documents/1/review",
        {
            "decision": "revision",
            "reason": "unreadable",
            "public_text": "Too dark",
            "internal_note": "A photo of a photo",
        },
    )
    seen = (await ana.get(f"{REQUESTS}/{request}")).json()
    assert (seen["state"], seen["documents"][0]["public_text"], seen["review"]) == (
        "awaiting_documents",
        "Too dark",
        None,
    )
    assert "A photo of a photo" not in str(seen)
    assert diego.email not in str(seen["timeline"])
    assert (await brought(ana, request, paper("CNPJ, again"))).status_code == 201
    await did(ana, f"{REQUESTS}/{request}/send", {"act": "submit"})
    await did(diego, f"{REQUESTS}/{request}/documents/1/review", {"decision": "approved"})
    await did(diego, f"{REQUESTS}/{request}/propose", propose)
    await refused(diego, f"{REQUESTS}/{request}/propose", propose, 409, "kyc_not_so")

    (waiting,) = (await eva.get(PROPOSALS)).json()
    await refused(diego, f"{PROPOSALS}/{waiting['id']}/decide", {"decision": "confirm"}, 409, "kyc_other_person")
    shown = (await eva.get(f"{PROPOSALS}/{waiting['id']}")).json()
    assert (shown["may_decide"], shown["stale"]) == (True, False)
    assert {change["field"] for change in shown["changes"]} >= {"kyc_expires_on", "charge_limit"}
    await did(eva, f"{PROPOSALS}/{waiting['id']}/decide", {"decision": "confirm"})
    await refused(eva, f"{PROPOSALS}/{waiting['id']}/decide", {"decision": "confirm"}, 409, "kyc_decided_already")
    with psycopg.connect(counter.url) as connection:
        row = connection.execute(
            "select c.kyc_expires_on = r.expires_on, c.risk, l.amount from kyc_request r join company c on c.id = r.company_id"
            " join company_limit l on l.company_id = c.id and l.kind = 'charge' where r.id = %s",
            (request,),
        ).fetchone()
    assert row == (True, "low", 5_000_00)
    held = (await eva.get("/v1/bacen/merchants?attribute=risk_class")).json()
    assert ("low", "kyc") in [(each["value"], each["source"]) for each in held]


async def test_reasons_are_of_the_staff_and_a_merchant_knows_their_names(
    ana: Person, carla: Person, diego: Person
) -> None:
    why, retired = await reason(diego), await reason(diego, name="Retired", active=False)
    for stranger in (ana, carla):
        for path in (REASONS, f"{REASONS}/facets", f"{REASONS}/export?format=csv", f"{REASONS}/{why}"):
            assert (await said_by(stranger, "GET", path)).status_code == 404, path
    listed = (await said_by(diego, "GET", REASONS)).json()
    assert {each["id"] for each in listed} >= {why, retired}
    assert (await said_by(diego, "GET", f"{REASONS}/{why}")).json()["owner_percent"] == 25
    for person in (ana, diego):
        names = (await said_by(person, "GET", "/v1/kyc/reason-names")).json()
        assert {"id": why, "name": "New merchant"} in names
        assert retired not in {each["id"] for each in names}
    assert (await opened(ana, why)) is not None


async def test_an_approved_request_and_its_documents_never_change(
    ana: Person, diego: Person, eva: Person, counter: Counter
) -> None:
    request = await analysed(ana, diego)
    proposal = await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"})
    await did(eva, f"{PROPOSALS}/{proposal['id']}/decide", {"decision": "confirm"})
    assert (await brought(ana, request, paper("other"))).json()["message"] == "kyc_not_so"
    await refused(diego, f"{REQUESTS}/{request}/documents/1/review", {"decision": "undone"}, 409, "kyc_not_so")
    await refused(ana, f"{REQUESTS}/{request}/send", {"act": "withdraw"}, 409, "kyc_not_so")
    with psycopg.connect(counter.url, autocommit=True) as connection:
        for statement in (
            'update kyc_request set form = \'{"purpose": "other"}\' where id = %s',
            "update kyc_request set state = 'draft' where id = %s",
            "update kyc_document set state = 'pending' where request_id = %s",
            "update kyc_proposal set outcome = 'rejected' where request_id = %s",
            "delete from kyc_page where request_id = %s",
        ):
            with pytest.raises(psycopg.Error):
                connection.execute(statement, (request,))


async def test_who_proposed_or_reviewed_a_document_cannot_decide_even_by_sql(
    ana: Person, diego: Person, eva: Person, counter: Counter
) -> None:
    request = await analysed(ana, diego)
    proposal = await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"})
    with psycopg.connect(counter.url) as connection, pytest.raises(psycopg.Error, match="somebody else decides"):
        connection.execute(
            "update kyc_proposal set outcome = 'approved', decider_id = proposer_id, decided_by = 'x', decided_at = now()"
            " where id = %s",
            (proposal["id"],),
        )
    with psycopg.connect(counter.url) as connection, pytest.raises(psycopg.Error, match="nobody decided"):
        connection.execute(
            "update kyc_request set state = 'approved', decided_at = now() where id = %s",
            (request,),
        )


async def test_a_high_risk_is_agreed_to_by_a_third_person_first(
    ana: Person, diego: Person, eva: Person, helena: Person
) -> None:
    request = await analysed(ana, diego)
    await did(diego, f"{REQUESTS}/{request}/risk", {"risk": "high", "reason": "Sells abroad"})
    proposal = await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"})
    decide = f"{PROPOSALS}/{proposal['id']}/decide"
    await refused(eva, decide, {"decision": "confirm"}, 409, "kyc_third_person")
    await refused(diego, decide, {"decision": "agree"}, 409, "kyc_other_person")
    await did(eva, decide, {"decision": "agree"})
    await refused(eva, decide, {"decision": "confirm"}, 409, "kyc_third_person")
    await did(helena, decide, {"decision": "confirm"})
    assert (await ana.get(f"{REQUESTS}/{request}")).json()["state"] == "approved"


async def test_a_proposal_is_stale_once_its_evidence_changed(
    ana: Person, diego: Person, eva: Person, counter: Counter
) -> None:
    request = await analysed(ana, diego)
    proposal = await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"})
    with psycopg.connect(counter.url) as connection:
        connection.execute("update kyc_check set newest = false where subject_id = %s and port = 'pep'", (request,))
        found = connection.execute(
            "insert into kyc_check (id, subject_id, port, state, detail, asked_by) values (gen_random_uuid(), %s, 'pep', 'hit', 'hit',"
            " 'x') returning id",
            (request,),
        ).fetchone()
    assert found is not None
    await refused(eva, f"{PROPOSALS}/{proposal['id']}/decide", {"decision": "confirm"}, 409, "kyc_stale")
    await did(eva, f"{PROPOSALS}/{proposal['id']}/decide", {"decision": "return", "note": "Look at the hit"})
    propose = {"decision": "approve", "internal_note": "Good"}
    await refused(diego, f"{REQUESTS}/{request}/propose", propose, 409, "kyc_checks_open")
    await did(
        diego,
        f"{REQUESTS}/{request}/verdict",
        {"check": str(found[0]), "verdict": "not_the_one", "comment": "Another birth date"},
    )
    again = await did(diego, f"{REQUESTS}/{request}/propose", propose)
    await did(eva, f"{PROPOSALS}/{again['id']}/decide", {"decision": "confirm"})


async def test_a_stranger_finds_nothing_and_a_merchant_nothing_of_the_staffs(
    ana: Person, diego: Person, carla: Person, counter: Counter
) -> None:
    request = await analysed(ana, diego)
    assert (await carla.get(REQUESTS)).json() == []
    for method, path in (
        ("GET", ""),
        ("PUT", ""),
        ("POST", "/send"),
        ("GET", "/documents/1/pages/1"),
        ("POST", "/documents/1/file"),
        ("POST", "/take"),
        ("POST", "/propose"),
    ):
        body = {"PUT": {"name": "x", "form": {}}, "POST": {"act": "submit"}}.get(method)
        said = await said_by(carla, method, f"{REQUESTS}/{request}{path}", json=body)
        assert said.status_code in (404, 400), (path, said.text)
    for path, body in (("take", {}), ("risk", {"risk": "low", "reason": "Mine"}), ("notes", {"internal": "x"})):
        said = await ana.post(f"{REQUESTS}/{request}/{path}", body)
        assert said.status_code == 404, (path, said.text)
    (row,) = (await ana.get(REQUESTS)).json()
    assert not {"risk", "assignee", "hits"} & set(row)
    # A column that is not theirs narrows nothing.
    assert len((await ana.get(f"{REQUESTS}?risk=high")).json()) == 1
    assert (await ana.get(PROPOSALS)).status_code in (403, 404)
    with psycopg.connect(as_app(counter.url)) as connection:
        connection.execute("select set_config('retaguarda.companies', %s, true)", (f"{{{AURORA}}}",))
        for table in ("kyc_review", "kyc_document_review", "kyc_check", "kyc_note", "kyc_proposal", "bacen_attribute"):
            assert connection.execute(f"select count(*) from {table}").fetchone() == (0,), table
        assert connection.execute("select count(*) from kyc_request").fetchone() == (1,)
        connection.execute("select set_config('retaguarda.companies', %s, true)", (f"{{{OUTRA}}}",))
        assert connection.execute("select count(*) from kyc_request").fetchone() == (0,)


async def test_who_of_the_staff_looks_at_a_file_and_what_for_is_on_record_and_not_the_merchants(
    ana: Person, diego: Person, eva: Person, counter: Counter
) -> None:
    request = await analysed(ana, diego)
    await ana.get(f"{REQUESTS}/{request}")
    for _ in range(2):
        assert (await diego.get(f"{REQUESTS}/{request}")).status_code == 200
        await eva.get(f"{REQUESTS}/{request}")
    for person in (diego, ana):
        person.account = str(AURORA)
        assert (await person.get(f"{REQUESTS}/{request}/documents/1/pages/1")).status_code == 200
    diego.account = ""
    await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good"})
    await eva.get(f"{REQUESTS}/{request}")
    with psycopg.connect(counter.url) as connection:
        seen = connection.execute(
            "select company_id, split_part(name, ':', 2), actor, data ->> 'purpose', data ->> 'document' from event"
            " where name like 'kyc:%:seen' order by id"
        ).fetchall()
    assert seen == [
        (1, "request", diego.email, "analysis", None),
        (1, "request", eva.email, "consultation", None),
        (1, "document", diego.email, "analysis", "1"),
        (1, "request", eva.email, "decision", None),
    ]
    assert "seen" not in str((await ana.get(f"{REQUESTS}/{request}")).json()["timeline"])


async def test_a_case_is_printed_from_its_record_for_the_staff_alone_and_that_is_on_record(
    ana: Person, diego: Person, eva: Person, carla: Person, counter: Counter
) -> None:
    request = await analysed(ana, diego)
    await did(diego, f"{REQUESTS}/{request}/take", {"assignee": eva.email})
    await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "Good papers"})
    (waiting,) = (await eva.get(PROPOSALS)).json()
    await did(eva, f"{PROPOSALS}/{waiting['id']}/decide", {"decision": "confirm", "note": "Read by me"})
    path = f"{REQUESTS}/{request}/print"
    once, said = [await diego.get(path) for _ in range(2)]
    for each in (once, said):
        assert (each.status_code, each.headers["content-type"]) == (200, "application/pdf")
    pages = list(pypdfium2.PdfDocument(said.content))
    text = " ".join("\n".join(page.get_textpage().get_text_range() for page in pages).split())
    for words in (
        "Loja Aurora · P3.E2Z.8IQ/9Y7J-64",
        "1. CNPJ card (obrigatório): aprovado",
        f"{diego.email} · aprovado",
        "Risco baixo · Nothing found",
        f"aprovar, risco baixo · {diego.email}",
        "Good papers",
        f"Decisão: aprovado · {eva.email}",
        "Read by me",
        f"Sigiloso · {diego.email}",
        f"{ana.email} · Enviada",
        f"{diego.email} · Assumida",
        f"{diego.email} · Atribuída",
        f"{diego.email} · Documento revisado",
    ):
        assert words in text, (words, text)
    assert "kyc:" not in text
    assert not [each for page in pages for each in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])]
    assert [(await person.get(path)).status_code for person in (ana, carla)] == [404, 404]
    with psycopg.connect(counter.url) as connection:
        printed = connection.execute(
            "select company_id, actor from event where name = 'kyc:request:printed' and subject_id = %s", (request,)
        ).fetchall()
    assert printed == [(1, diego.email)] * 2
    assert "printed" not in str((await ana.get(f"{REQUESTS}/{request}")).json()["timeline"])


def test_a_printed_case_tells_what_happened_in_the_words_of_the_screen() -> None:
    screen = json.loads((Path(__file__).parents[2] / "web/public/locales/pt/kyc.json").read_text())["event"]
    assert {name: words for name, words in screen.items() if not name.startswith("lead_")} == EVENTS


async def test_pages_are_drawn_by_us_and_say_nothing_that_the_file_said_beside_them(ana: Person, diego: Person) -> None:
    request = await opened(ana, await reason(diego))
    image = Image.new("RGB", (300, 200), "red")
    exif = image.getexif()
    exif[0x010E] = "taken at home"
    written = io.BytesIO()
    image.save(written, "JPEG", exif=exif)
    assert (await brought(ana, request, written.getvalue())).status_code == 201
    page = await ana.get(f"{REQUESTS}/{request}/documents/1/pages/1")
    assert (page.headers["content-type"], page.content[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")
    assert b"taken at home" in written.getvalue()
    assert b"taken at home" not in page.content
    assert (await ana.get(f"{REQUESTS}/{request}/documents/1/pages/2")).status_code == 404


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"%PDF-1.4\n%broken", "file_unreadable"),
        (
            paper("x").replace(
                b"/Type /Catalog", b"/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>"
            ),
            "file_scripted",
        ),
        (paper("x", pages=51), "file_too_many_pages"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "file_unreadable"),
        (b"<html>", "file_type_refused"),
        (b"%PDF-1.4 /EmbeddedFile", "file_attached"),
    ],
)
async def test_a_file_that_does_something_is_refused(ana: Person, diego: Person, content: bytes, refusal: str) -> None:
    request = await opened(ana, await reason(diego))
    said = await brought(ana, request, content)
    assert said.json()["message"] == refusal, said.text
    assert (await ana.get(f"{REQUESTS}/{request}")).json()["documents"][0]["state"] == "new"


async def test_an_image_of_too_many_pixels_ends_in_the_child(ana: Person, diego: Person) -> None:
    request = await opened(ana, await reason(diego))
    written = io.BytesIO()
    Image.new("1", (9_000, 9_000)).save(written, "PNG")
    said = await brought(ana, request, written.getvalue())
    assert (said.status_code, said.json()["message"]) == (422, "file_too_detailed")


async def test_a_reason_never_depends_on_itself_and_an_open_request_keeps_its_version(
    ana: Person, diego: Person
) -> None:
    first = await reason(diego)
    second = await reason(diego, name="Second", dependent_reason_id=first)
    await refused(diego, f"{REASONS}/{first}", REASON | {"dependent_reason_id": second}, 409, "kyc_reason_cycle", "PUT")
    request = await opened(ana, first)
    await did(diego, f"{REASONS}/{first}", REASON | {"documents": []}, method="PUT")
    seen = (await ana.get(f"{REQUESTS}/{request}")).json()
    assert (seen["reason_version"], len(seen["documents"])) == (1, 2)
    # The second cannot be approved before the first is.
    depends = await opened(ana, second)
    await brought(ana, depends)
    await did(ana, f"{REQUESTS}/{depends}/send", {"act": "submit"})
    await did(diego, f"{REQUESTS}/{depends}/take", {})
    await did(diego, f"{REQUESTS}/{depends}/documents/1/review", {"decision": "approved"})
    await did(diego, f"{REQUESTS}/{depends}/risk", {"risk": "low", "reason": "Nothing"})
    assert (await diego.get(f"{REQUESTS}/{depends}")).json()["review"]["missing"] == ["parent"]
    await refused(
        diego,
        f"{REQUESTS}/{depends}/propose",
        {"decision": "approve", "internal_note": "x"},
        409,
        "kyc_parent_open",
    )
