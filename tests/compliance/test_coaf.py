"""Communications to COAF: checked by our validator, approved by another person, sealed in files, answered with receipts."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import msgspec
import pytest

from conftest import Sql, Work
from people import Person
from retaguarda.compliance.coaf.check_communication import first_outside, layout, plain_name, problems_of
from retaguarda.compliance.coaf.compare_file import Carried, written_again
from retaguarda.compliance.coaf.model import CommunicationRow, InvolvedPerson
from retaguarda.compliance.coaf.parse_answer import parse_answer
from retaguarda.compliance.coaf.write_file import batch_id_at, split, write_batch
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.json_text import json_text
from retaguarda.providers.coaf import Kind
from support.charges import Counter
from support.movements import Mover
from support.pdf_texts import texts
from support.pld_cases import CASES, DOSSIER, broken, decided_case, done

COMMUNICATIONS, FILES = "/v1/pld-engine/communications", "/v1/pld-engine/coaf-files"


@pytest.fixture
def mover(counter: Counter) -> Mover:
    return Mover(counter.url)


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    found = broken(counter.url)
    assert found == {}


def reais(amount: int) -> dict[str, Any]:
    return {"amount": amount, "currency": "BRL"}


async def written(diego: Person, case: str, **other: Any) -> dict[str, Any]:
    said = await diego.post(COMMUNICATIONS, {"case": case} | other)
    assert said.status_code == 201, said.text
    return said.json()


async def exported(diego: Person, eva: Person, communication: dict[str, Any], kind: str = "send") -> dict[str, Any]:
    path = f"{COMMUNICATIONS}/{communication['id']}"
    if communication["status"] == "draft":
        await done(diego, f"{path}/move", {"choice": "check"})
    await done(eva, f"{path}/approve")
    said = await eva.post(FILES, {"kind": kind})
    assert said.status_code == 201, said.text
    (file,) = said.json()["files"]
    return file


async def test_a_communication_goes_from_its_case_to_its_receipt_and_the_case_is_closed(
    diego: Person, eva: Person, ana: Person, carla: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    communication = await written(diego, case)
    assert (communication["codes"], communication["credit"]["amount"]) == (["1058", "1074"], 360_000)
    path = f"{COMMUNICATIONS}/{communication['id']}"
    await done(diego, f"{path}/move", {"choice": "check"})
    own = await diego.post(f"{path}/approve")
    assert own.json()["message"] == "own_communication"
    await done(eva, f"{path}/approve")
    again = await eva.post(f"{path}/approve")
    assert again.json()["message"] == "communication_not_so"
    file = (await eva.post(FILES, {})).json()["files"][0]
    nothing = await eva.post(FILES, {})
    assert nothing.json()["message"] == "nothing_to_export"
    content = await eva.get(f"{FILES}/{file['id']}/content")
    assert content.content.startswith(b'<?xml version="1.0" encoding="ISO-8859-1"?>\n<LOTE>')
    early = await diego.post(f"{CASES}/{case}/move", {"choice": "close"})
    assert early.json()["message"] == "case_not_communicated"
    await done(eva, f"{FILES}/{file['id']}/send")
    await work()
    told = (await eva.get(path)).json()["communication"]
    assert (told["status"], len(told["authentication"])) == ("receipted", 32)
    assert (await diego.get(f"{CASES}/{case}")).json()["case"]["state"] == "communicated"
    closed = await done(diego, f"{CASES}/{case}/move", {"choice": "close"})
    assert closed["state"] == "closed"
    late = await eva.post(f"{FILES}/{file['id']}/send")
    assert late.json()["message"] == "coaf_file_not_so"
    # On paper stand the dossier, the movements behind it, both people, and what COAF took.
    paper = await diego.get(f"{CASES}/{case}/print")
    assert (paper.status_code, paper.headers["content-type"]) == (200, "application/pdf")
    text = " ".join(texts(paper.content))
    for words in (DOSSIER["facts"], "payment:E", diego.email, eva.email, told["coaf_number"], "Comunicar ao COAF"):
        assert words in text, words
    strangers = {(await each.get(f"{CASES}/{case}/print")).status_code for each in (ana, carla)}
    assert strangers == {(await ana.get(f"{CASES}/{case}")).status_code}


async def test_a_receipt_is_brought_by_hand_once_and_only_of_what_the_file_holds(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    communication = await written(diego, await decided_case(diego, eva, work, mover, counter, "communicate"))
    file = await exported(diego, eva, communication)
    path = f"{FILES}/{file['id']}"
    await done(eva, f"{path}/send", {"by_hand": True})
    await work()
    assert (await eva.get(f"{COMMUNICATIONS}/{communication['id']}")).json()["communication"]["status"] == "sent"
    number = f"{communication['number']:06d}"
    foreign = await eva.post(f"{path}/answer", {"xml": receipt("999999")})
    assert foreign.json()["message"] == {"xml": ["answer_invalid"]}
    for xml in ("no xml", "<a/>", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', receipt(number).replace("77", "")):
        assert (await eva.post(f"{path}/answer", {"xml": xml})).json()["message"] == {"xml": ["answer_invalid"]}
    await done(eva, f"{path}/answer", {"xml": receipt(number)})
    # The same answer again changes nothing; another one is refused.
    await done(eva, f"{path}/answer", {"xml": receipt(number)})
    other = await eva.post(f"{path}/answer", {"xml": receipt(number).replace("77", "78")})
    assert other.json()["message"] == "coaf_file_not_so"
    told = (await eva.get(f"{COMMUNICATIONS}/{communication['id']}")).json()["communication"]
    assert (told["status"], told["coaf_number"], told["authentication"]) == ("receipted", "77", "ABC")


def receipt(origin: str) -> str:
    return (
        '<?xml version="1.0" encoding="ISO-8859-1"?><RESPOSTA><RECIBO><COMUNICACAO>'
        f"<NUMEROORIGEM>{origin}</NUMEROORIGEM><NUMEROCOAF>77</NUMEROCOAF><AUTENTICACAO>ABC</AUTENTICACAO>"
        "<VALOR>0,00</VALOR></COMUNICACAO></RECIBO></RESPOSTA>"
    )


async def test_what_coaf_refuses_is_rewritten_and_what_it_took_is_rectified_and_cancelled(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    communication = await written(diego, case, credit=reais(100_041))
    path = f"{COMMUNICATIONS}/{communication['id']}"
    file = await exported(diego, eva, communication)
    await done(eva, f"{FILES}/{file['id']}/send")
    await work()
    told = (await eva.get(path)).json()["communication"]
    assert (told["status"], told["refusal_code"]) == ("refused", "41")
    await done(diego, f"{path}/move", {"choice": "rewrite"})
    file = await exported(diego, eva, await written(diego, case, credit=reais(100_000)))
    await done(eva, f"{FILES}/{file['id']}/send")
    await work()
    taken = (await eva.get(path)).json()["communication"]
    assert taken["status"] == "receipted"
    unreasoned = await diego.post(f"{path}/move", {"choice": "rectify"})
    assert unreasoned.json()["message"] == {"reason": ["field_required"]}
    await done(diego, f"{path}/move", {"choice": "rectify", "reason": "Valor corrigido"})
    file = await exported(diego, eva, await written(diego, case, credit=reais(200_000)), "rectify")
    assert f"<NumeroCOAF>{taken['coaf_number']}<" in (await eva.get(f"{FILES}/{file['id']}/content")).text
    await done(eva, f"{FILES}/{file['id']}/send")
    await work()
    rectified = (await eva.get(path)).json()["communication"]
    assert (rectified["status"], rectified["coaf_number"]) == ("rectified", taken["coaf_number"])
    cancelling = await done(diego, f"{path}/move", {"choice": "cancel", "reason": "Pessoa errada"})
    file = await exported(diego, eva, cancelling, "cancel")
    assert "<MOTIVO>Pessoa errada</MOTIVO>" in (await eva.get(f"{FILES}/{file['id']}/content")).text
    await done(eva, f"{FILES}/{file['id']}/send")
    await work()
    assert (await eva.get(path)).json()["communication"]["status"] == "cancelled"
    # All were written within a second or two, and yet each has a batch of its own.
    assert sql("select count(*)::int, count(distinct batch_id)::int from coaf_file") == [(4, 4)]


async def test_when_coaf_does_not_answer_the_file_waits_and_nothing_is_lost(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    communication = await written(
        diego, await decided_case(diego, eva, work, mover, counter, "communicate"), credit=reais(100_099)
    )
    file = await exported(diego, eva, communication)
    await done(eva, f"{FILES}/{file['id']}/send")
    await work()
    (row,) = (await eva.get(FILES)).json()
    assert (row["status"], row["last_error"]) == ("sent", "it answered 504")
    number = f"{communication['number']:06d}"
    await done(eva, f"{FILES}/{file['id']}/answer", {"xml": receipt(number)})
    assert (await eva.get(f"{COMMUNICATIONS}/{communication['id']}")).json()["communication"]["status"] == "receipted"


async def test_a_code_that_no_public_text_confirms_leaves_only_under_somebodys_name(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    communication = await written(diego, case, codes=["1031"])
    path = f"{COMMUNICATIONS}/{communication['id']}"
    refused = await diego.post(f"{path}/move", {"choice": "check"})
    assert refused.json()["message"] == {"codes": ["layout_unconfirmed"]}
    await written(diego, case, codes=["1031"], confirm_codes=True)
    assert (await done(diego, f"{path}/move", {"choice": "check"}))["unconfirmed_by"] == diego.email


async def test_merchants_and_strangers_find_nothing(
    diego: Person, eva: Person, ana: Person, gil: Person, carla: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    communication = await written(diego, await decided_case(diego, eva, work, mover, counter, "communicate"))
    for person in (ana, gil, carla):
        for path in (COMMUNICATIONS, f"{COMMUNICATIONS}/{communication['id']}", FILES):
            assert (await person.get(path)).status_code in (403, 404)
        assert (await person.post(f"{COMMUNICATIONS}/{communication['id']}/approve")).status_code in (403, 404)


def row(number: int = 1, **other: Any) -> CommunicationRow:
    values: dict[str, Any] = {
        "id": uuid4(),
        "number": number,
        "case_id": uuid4(),
        "status": "approved",
        "intent": "send",
        "codes": ["1045", "1074"],
        "first_on": date(2026, 10, 20),
        "last_on": date(2026, 11, 19),
        "detail": "Créditos de muitas origens & repasse imediato <sem causa>",
        "people": [InvolvedPerson("529.982.247-25", "José Exemplo da Silva")],
        "currency": "BRL",
        "credit": 15_000_000,
        "debit": 14_850_005,
        "due_on": date(2026, 11, 24),
        "writer": uuid4(),
        **dict.fromkeys(
            (
                "written_by",
                "approved_by",
                "approved_at",
                "coaf_number",
                "authentication",
                "refusal_code",
                "refusal",
                "reason",
                "unconfirmed_by",
                "file_id",
            )
        ),
    }
    return msgspec.convert(values | {"written_by": "diego"} | other, CommunicationRow)


TODAY = date(2026, 11, 22)
AT = datetime(2026, 11, 22, 15, 4, 5, tzinfo=UTC)


def test_files_of_one_moment_have_the_seconds_after_it_over_the_end_of_a_day_too() -> None:
    last = datetime(2026, 3, 1, 2, 59, 59, tzinfo=UTC)
    assert [batch_id_at(last, place) for place in range(2)] == ["SISCOAF28022026235959", "SISCOAF01032026000000"]


def test_the_same_rows_give_the_same_bytes_and_every_tag_of_the_layout() -> None:
    one, other = (write_batch("send", "SISCOAF22112026120405", "11222333000181", [row(), row(2)]) for _ in range(2))
    assert one == other
    found = ElementTree.fromstring(one)
    item = found.find("OCORRENCIAS/OCORRENCIA")
    assert item is not None
    assert [each.tag for each in item] == [
        "NumOcorrencia",
        "CPFCNPJCom",
        "DtInicio",
        "DtFim",
        "AgNum",
        "AgNome",
        "AgMun",
        "AgUF",
        "Det",
        "VlCred",
        "VlDeb",
        "VlProv",
        "VlProp",
        "ENQUADRAMENTOS",
        "ENVOLVIDOS",
    ]
    texts = {each.tag: each.text for each in item.iter()}
    assert (texts["VlDeb"], texts["DtFim"], texts["NmEnv"]) == ("148500,05", "19/11/2026", "JOSE EXEMPLO DA SILVA")
    assert texts["Det"] == "Créditos de muitas origens & repasse imediato <sem causa>"


HARD = (
    {"detail": "  linhas\n\tde & < > \"aspas\" 'simples' \u00a0 ç ÿ µ ½  "},
    {"codes": ["1058", "1074", "1131"], "credit": 5, "debit": 100},
    {"intent": "rectify", "coaf_number": "A&1", "reason": "valor <errado>"},
    *(
        {"people": [InvolvedPerson("529.982.247-25", name, "9", pep=True, public_servant="2"), InvolvedPerson("p3e2z8iq9y7j64", "Loja")]}
        for name in ("José D'Ávila Ñandú", "Weiß Øre æ ð þ", "  maria   da\tsilva ", "ANA & CIA <LTDA>", "João Ⅻ ª º")
    ),
)  # fmt: skip


def test_a_second_writer_comes_to_the_same_bytes_whatever_is_told() -> None:
    rows = [row(number, **other) for number, other in enumerate((*HARD, {}), 999_998)]
    cancelled = [row(7, intent="cancel", coaf_number="1 & 2", authentication="<ab>", reason="  a   pedido ")]
    files: list[tuple[Kind, list[CommunicationRow]]] = [("send", rows), ("rectify", rows), ("cancel", cancelled)]
    for number, (kind, told) in enumerate(files, 1):
        batch = f"SISCOAF{number:014d}"
        carried = msgspec.json.decode(json_text({"reporter": "11222333000181", "rows": told}), type=Carried)
        content = write_batch(kind, batch, "11222333000181", told)
        assert written_again(kind, batch, carried) == content
        assert written_again(kind, "SISCOAF99999999999999", carried) != content


def test_files_are_split_by_size_and_none_is_larger_than_the_layout_allows() -> None:
    rows = [row(number, detail="x" * 4000) for number in range(1, 600)]
    files = split("send", AT, "11222333000181", rows)
    assert len(files) == 3
    assert [each.number for _, part, _ in files for each in part] == list(range(1, 600))
    assert max(len(content) for _, _, content in files) <= layout()["max_bytes"]
    assert len({batch for batch, _, _ in files}) == len(files)


@pytest.mark.parametrize(
    ("other", "field", "code"),
    [
        ({"detail": "x" * 4001}, "detail", "size"),
        ({"detail": "ok \N{GREEK SMALL LETTER ALPHA}"}, "detail", "character"),
        ({"codes": ["9999"]}, "codes", "unknown"),
        ({"codes": []}, "codes", "size"),
        ({"codes": ["1031"]}, "codes", "unconfirmed"),
        ({"last_on": date(2026, 11, 23)}, "last_on", "day"),
        ({"first_on": date(2026, 11, 20)}, "last_on", "day"),
        ({"credit": 0, "debit": 0}, "credit", "nothing"),
        ({"currency": "USD"}, "credit", "currency"),
        ({"people": []}, "people", "size"),
        ({"people": [InvolvedPerson("52998224725", "José", "8")]}, "people", "holder"),
        ({"people": [InvolvedPerson("52998224726", "José")]}, "people[1].document", "document"),
        ({"people": [InvolvedPerson("52998224725", "Zé")]}, "people[1].name", "size"),
        (
            {"people": [InvolvedPerson("52998224725", "José", "1"), InvolvedPerson("52998224725", "Ana", "77")]},
            "people[2].role",
            "unknown",
        ),
        ({"intent": "rectify"}, "coaf_number", "missing"),
    ],
)
def test_the_validator_names_what_the_layout_refuses(other: dict[str, Any], field: str, code: str) -> None:
    assert problems_of(row(), TODAY) == []
    assert (field, code) in [(each.field, each.code) for each in problems_of(row(**other), TODAY)]


@pytest.mark.parametrize("people", [1, 999, 1000])
def test_of_people_there_are_one_to_999(people: int) -> None:
    found = problems_of(row(people=[InvolvedPerson("52998224725", "Ana Souza")] * people), TODAY)
    assert [each.code for each in found] == (["size"] if people == 1000 else [])


def test_a_character_is_named_by_its_place() -> None:
    assert [first_outside(text) for text in ("Ação", "a\N{EM DASH}b", "\x00", "a\x85", "ab\N{EURO SIGN}")] == [
        None,
        2,
        1,
        2,
        3,
    ]
    assert plain_name("  João  d'Ávila Çã ") == "JOAO D'AVILA CA"


def test_an_answer_with_a_document_type_is_refused_before_anything_is_read() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;&b;">]><a>&d;</a>'
    with pytest.raises(ApiError):
        parse_answer(bomb.encode())
