"""Payees brought as a table: in pieces, looked at row by row, and applied once."""

from typing import Any

import httpx
import pytest

from conftest import Sql
from people import AURORA, Person
from retaguarda.foundation.documents import check_digits
from retaguarda.payouts.payees.imports.model import PIECE
from support.payees import CNPJ, CPF, KEY, OTHER_CPF, Book

IMPORTS, ROWS = "/v1/payouts/payee-imports", "/v1/payouts/payee-import-rows"
HEAD = "Nome;Documento;Nome fantasia;Tipo da chave;Chave;ISPB;Agência;Conta;Dígito;Tipo da conta"


async def sent(person: Person, text: str | bytes, name: str = "favorecidos.csv") -> str:
    """The id of an import all of whose pieces are there."""
    content = text if isinstance(text, bytes) else text.encode()
    made = await person.post(IMPORTS, {"name": name, "size": len(content)})
    assert made.status_code == 201, made.text
    number = made.json()["id"]
    for place in range(-(-len(content) // PIECE)):
        said = await piece(person, number, place, content[place * PIECE : (place + 1) * PIECE])
        assert said.status_code == 200, said.text
    assert (await person.post(f"{IMPORTS}/{number}/finish", key=None)).status_code == 200
    return number


async def piece(person: Person, number: str, place: int, content: bytes) -> httpx.Response:
    return await person.client.put(
        f"{IMPORTS}/{number}/pieces/{place}",
        content=content,
        headers=person._headers({"Content-Type": "application/octet-stream"}),
    )


async def read(person: Person, book: Book, number: str) -> dict[str, Any]:
    await book.counter.work()
    await book.counter.run_job("payees.read_import", AURORA, number)
    return (await person.get(f"{IMPORTS}/{number}")).json()


def counts(found: dict[str, Any]) -> tuple[int, ...]:
    return tuple(found[name] for name in ("rows", "added", "extended", "known", "bad"))


async def test_a_table_says_what_each_row_would_do_and_does_it_once(bruno: Person, book: Book, sql: Sql) -> None:
    await book.added(bruno)
    table = "\n".join(
        (
            HEAD,
            f"Marta Luz;{OTHER_CPF};;e-mail;marta@bordados.example",
            f"Marta Luz;{OTHER_CPF};;telefone;(11) 98765-4321",
            f"João;{CPF};;e-mail;{KEY['value']}",
            f"João;{CPF};;;;18236120;0001;4455667;8;pagamento",
            f"Gráfica Nanquim;{CNPJ};Nanquim",
            ";11222333000181",
            "Sem documento;123",
            f"Chave sem tipo;{CNPJ};;;x@y.example",
            "",
        )
    )
    number = await sent(bruno, table)
    found = await read(bruno, book, number)
    assert (found["status"], counts(found)) == ("read", (8, 2, 2, 1, 3))
    rows = (await bruno.get(ROWS, import_id=number, order_by="number", sort="asc")).json()
    assert [(row["outcome"], row["problem"]) for row in rows] == [
        ("add", None), ("extend", None), ("known", None), ("extend", None), ("add", None), ("bad", "name:invalid"),
        ("bad", "document:document_invalid"), ("bad", "key_kind:key_kind_missing"),
    ]  # fmt: skip
    assert rows[0]["document"] == "***.444.777-**"
    assert [row["destination"] for row in rows[:4]] == [
        "m***@bordados.example", "+5511*****321", "j***@loja.example", "NU PAGAMENTOS - IP · 0001 · ***6678",
    ]  # fmt: skip
    # Nothing is in the book before it is applied.
    assert sql("select count(*) from payee") == [(1,)]
    for status in (200, 409):
        said = await bruno.post(f"{IMPORTS}/{number}/apply", key=None)
        assert said.status_code == status, said.text
    assert sql("select name, source, destinations from payee order by name") == [
        ("Gráfica Nanquim", "file", 0), ("Joao P Silva ME", "person", 2), ("Marta Luz", "file", 2),
    ]  # fmt: skip
    assert sql("select count(*) from payee_import_piece") == [(0,)]
    assert sql("select distinct outcome from payee_import_row") == [("bad",)]


async def test_what_stands_on_the_list_of_suspects_is_bad_and_so_it_is_when_it_comes_there_meanwhile(
    bruno: Person, diego: Person, book: Book, sql: Sql
) -> None:
    async def suspect(**what: Any) -> None:
        body = {"cause": "other", "evidence": "Relato de infração aceito", **what}
        assert (await diego.post("/v1/payouts/suspects", body)).status_code == 201

    await suspect(document=OTHER_CPF)
    number = await sent(bruno, f"{HEAD}\nMarta;{OTHER_CPF}\nJoão;{CPF};;e-mail;{KEY['value']}")
    found = await read(bruno, book, number)
    assert counts(found) == (2, 1, 0, 0, 1)
    [row] = (await bruno.get(ROWS, import_id=number, outcome="bad")).json()
    assert row["problem"] == "row:destination_suspect"
    await suspect(key=KEY)
    assert (await bruno.post(f"{IMPORTS}/{number}/apply", key=None)).status_code == 200
    assert sql("select name, destinations from payee") == [("João", 0)]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("Coluna;Outra\n1;2", "headings_missing"),
        (b"\x00\x01\x02", "not_a_table"),
        (HEAD + "\n" + "\n".join(["a;1"] * 50_001), "too_many_rows"),
    ],
)
async def test_what_is_no_table_of_payees_says_why(
    bruno: Person, book: Book, content: str | bytes, problem: str
) -> None:
    found = await read(bruno, book, await sent(bruno, content))
    assert (found["status"], found["problem"], found["rows"]) == ("unreadable", problem, 0)
    assert (await bruno.post(f"{IMPORTS}/{found['id']}/apply", key=None)).json()["message"] == "import_not_read"
    assert (await bruno.post(f"{IMPORTS}/{found['id']}/discard", key=None)).json()["status"] == "discarded"


async def test_pieces_come_in_any_order_and_twice_and_none_is_missing(bruno: Person, book: Book, sql: Sql) -> None:
    lines = [HEAD] + [
        f"Pessoa com um nome bastante comprido para o arquivo {place};{base + check_digits(base)}"
        for place in range(20_000)
        for base in [f"{100_000_000 + place}"]
    ]
    content = "\n".join(lines).encode()
    made = (await bruno.post(IMPORTS, {"name": "grande.csv", "size": len(content)})).json()["id"]
    last = len(content) // PIECE
    assert last >= 1
    for place in (last, 0, 0):
        assert (await piece(bruno, made, place, content[place * PIECE : (place + 1) * PIECE])).status_code == 200
    assert (await piece(bruno, made, 0, b"short")).status_code == 400
    assert (await piece(bruno, made, last + 1, b"x")).status_code == 400
    for place in range(1, last):
        assert (await bruno.post(f"{IMPORTS}/{made}/finish", key=None)).json()["message"] == "file_incomplete"
        assert (await piece(bruno, made, place, content[place * PIECE : (place + 1) * PIECE])).status_code == 200
    assert (await bruno.post(f"{IMPORTS}/{made}/finish", key=None)).json()["status"] == "received"
    assert (await piece(bruno, made, 0, content[:PIECE])).json()["message"] == "file_complete"
    assert counts(await read(bruno, book, made)) == (20_000, 20_000, 0, 0, 0)
    assert (await bruno.post(f"{IMPORTS}/{made}/apply", key=None)).status_code == 200
    assert sql("select count(*), min(status) from payee") == [(20_000, "pending")]


async def test_imports_are_for_their_merchant_with_a_second_factor(
    bruno: Person, carla: Person, gil: Person, book: Book, sql: Sql
) -> None:
    from people import set_up

    number = await sent(bruno, f"{HEAD}\nMarta;{OTHER_CPF}")
    grant = "update role set permissions = permissions || '{payout::dataQualification:write}' where name in ('operator', 'administrator')"
    sql(grant)
    await set_up(carla)
    for what in ("finish", "apply", "discard"):
        assert (await carla.post(f"{IMPORTS}/{number}/{what}", key=None)).status_code == 404
        assert (await gil.post(f"{IMPORTS}/{number}/{what}", key=None)).json()["message"] == "two_factor_required"
    assert (await carla.get(f"{IMPORTS}/{number}")).status_code == 404
    assert (await piece(carla, number, 0, b"x")).status_code == 404
    assert (await carla.get(ROWS, import_id=number)).json() == []
    for path in (IMPORTS, f"{IMPORTS}/{number}", ROWS):
        assert (await gil.get(path)).json()["message"] == "two_factor_required"
    assert (await piece(gil, number, 0, b"x")).json()["message"] == "two_factor_required"
    assert sql("select status from payee_import") == [("received",)]
