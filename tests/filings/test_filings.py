"""Files for regulators: a layout that is data, errors with reasons, two people, and a file that stays as it was made."""

from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
import pytest

from conftest import Sql
from people import Person
from retaguarda.filings.compare_files import changed_cells
from retaguarda.filings.parse_layout import layouts
from retaguarda.filings.write_file import DAMAGING, FiledRow, read_file, write_rows
from retaguarda.filings.write_version import write_lines, write_pieces
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.local_day import BRASILIA, today
from support.charges import Counter, offenders
from support.exchange import C220, CLOSINGS, ExchangeDesk

SAMPLE = Path(__file__).parents[1] / "data" / "acam220-synthetic.txt"
ACAM220 = layouts()["acam220"]
ROW: dict[str, Any] = {
    "source_id": "a",
    "cnpj_instituicao": "11222333000181",
    "registro_operacao_cambial": "000123456789",
    "cnpj_empresa_facilitadora": "11222333000181",
    "data_transacao": date(2026, 11, 19),
    "tipo_cliente_brasil": "F",
    "cpf_cnpj_cliente": "52998224725",
    "nome_cliente": "JOSÉ EXEMPLO DA SILVA",
    "nome_contraparte_exterior": "GAMES EXAMPLE INC",
    "pais_contraparte": "US",
    "moeda": "USD",
    "tipo_transacao": "2",
    "forma_pagamento": "1",
    "valor_moeda_estrangeira": 1_990,
    "valor_moeda_nacional": 10_547,
    "national_currency": "BRL",
    "rate": "5.30",
    "contract_foreign": 1_990,
}
DAY = date(2026, 11, 19)


def problems(**changed: Any) -> list[str]:
    [row] = write_rows(ACAM220, [ROW | changed], DAY, DAY)
    return list(row.problems)


def file_of(rows: list[FiledRow]) -> bytes:
    """The file that these rows make, as the second witness of what Postgres writes."""
    return "".join(f"{ACAM220.separator.join(row.cells)}{ACAM220.ending}" for row in rows).encode(ACAM220.encoding)


def test_the_sample_of_the_layout_is_read_and_written_byte_by_byte() -> None:
    content = SAMPLE.read_bytes()
    lines = read_file(ACAM220, content)
    assert [len(line) for line in lines] == [14] * len(lines)
    joined = "".join("\t".join(line) + "\r\n" for line in lines)
    assert joined.encode("iso-8859-1") == content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def test_a_line_has_fourteen_cells_with_commas_and_latin_letters() -> None:
    rows = write_rows(ACAM220, [ROW], DAY, DAY)
    assert rows[0].problems == ()
    assert file_of(rows) == (
        "11222333000181\t000123456789\t11222333000181\t2026-11-19\tF\t52998224725\tJOSÉ EXEMPLO DA SILVA\tGAMES EXAMPLE INC"
        "\tUS\tUSD\t2\t1\t19,90\t105,47\r\n"
    ).encode("iso-8859-1")


@pytest.mark.parametrize(("currency", "amount", "rate", "home", "cell"), [("JPY", 1_990, "0.0361", 7_184, "1990"), ("TND", 1_990, "1.742", 347, "1,990")])  # fmt: skip
def test_amounts_have_the_decimals_of_their_currency(
    currency: str, amount: int, rate: str, home: int, cell: str
) -> None:
    changed = {"moeda": currency, "rate": rate, "valor_moeda_nacional": home}
    [row] = write_rows(ACAM220, [ROW | changed], DAY, DAY)
    assert (row.cells[12], row.problems) == (cell, ())


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"registro_operacao_cambial": None}, "registro_operacao_cambial:required"),
        ({"cnpj_instituicao": "52998224725"}, "cnpj_instituicao:invalid"),
        ({"cpf_cnpj_cliente": "52998224724"}, "cpf_cnpj_cliente:invalid"),
        ({"nome_cliente": "A\tB"}, "nome_cliente:separator"),
        ({"nome_cliente": "王小明"}, "nome_cliente:encoding"),
        ({"nome_cliente": "A" * 151}, "nome_cliente:too_long"),
        ({"pais_contraparte": "BR"}, "pais_contraparte:not_allowed"),
        ({"pais_contraparte": "USA"}, "pais_contraparte:invalid"),
        ({"moeda": "XXX"}, "moeda:invalid"),
        ({"tipo_transacao": "7"}, "tipo_transacao:invalid"),
        ({"data_transacao": date(2026, 11, 20)}, "data_transacao:outside_period"),
        ({"valor_moeda_nacional": 10_548}, "valor_moeda_nacional:product"),
        ({"contract_foreign": 1_991}, "valor_moeda_estrangeira:group_sum"),
    ],
)
def test_each_check_names_its_column(changed: dict[str, Any], problem: str) -> None:
    assert problem in problems(**changed)


KINDS = {
    "valor_moeda_estrangeira": "bigint",
    "valor_moeda_nacional": "bigint",
    "contract_foreign": "bigint",
    "rate": "numeric(20, 10)",
}


class Undone(Exception):
    """Rolls a transaction back."""


#: What a row may say; the first of each is as it should be.
HOSTILE: dict[str, list[Any]] = {
    "cnpj_instituicao": ["11222333000181"],
    "registro_operacao_cambial": ["000123456789", "7", None, "", " 000123456789 ", "A" * 21, "a_b"],
    "cnpj_empresa_facilitadora": ["11222333000181", "52998224725", "11.222.333/0001-81"],
    "data_transacao": [DAY, DAY + timedelta(days=1)],
    "tipo_cliente_brasil": ["F", "J", None, "f"],
    "cpf_cnpj_cliente": ["52998224725", "52998224724", "11111111111", " 52998224725", "12ABC34501DE35"],
    "nome_cliente": [
        "José",
        "\u00a0José\u2003",
        "\x1cJosé\x85",
        "\u200bJosé",
        "A\tB",
        "A\r\nB",
        "王小明",
        "\u0085\u0085",
        "",
        None,
        "A" * 151,
    ],
    "nome_contraparte_exterior": ["ACME", "É" * 150, "\u3000ACME\v\f", "50% {off}; 'x' \\ \"y\""],
    "pais_contraparte": ["US", "BR", "USA", "us", None],
    "moeda": ["USD", "JPY", "TND", "CLF", "XXX", "", None],
    "tipo_transacao": ["2", "7"],
    "forma_pagamento": ["1", None],
    "valor_moeda_estrangeira": [1_990, 0, 5, -5, 10**15, None],
    "valor_moeda_nacional": [10_547, 10_548, 27, 26, 0, -1, None],
    "national_currency": ["BRL", "JPY", "XXX", None],
    "rate": ["5.3", "5.30", "5.3000000001", "0.5", None],
    "contract_foreign": [1_990, None, 5],
}


@pytest.mark.parametrize("seed", range(3))
async def test_postgres_writes_and_checks_hostile_rows_as_python_does(
    seed: int, app_url: str, database_url: str
) -> None:
    chance = Random(seed)
    rows: list[dict[str, Any]] = [{"source_id": f"{place:04}"} for place in range(400)]
    for row in rows:
        for name, said in HOSTILE.items():
            row[name] = chance.choice(said) if chance.random() < 0.2 else said[0]
    columns = ", ".join(f"{name} {'date' if name == ACAM220.period else KINDS.get(name, 'text')}" for name in rows[0])
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute(
            "insert into company (id, name, legal_name, document) values (1, 'House', 'House Ltda', '11222333000181')"
        )
        owner.execute(f"create table hostile_row ({columns})".encode())
        owner.execute("grant select on hostile_row to retaguarda_app")
        owner.execute("create function hostile_row_position() returns bigint language sql as 'select 7::bigint'")
        places = ", ".join(["%s"] * len(rows[0]))
        owner.cursor().executemany(
            f"insert into hostile_row values ({places})".encode(), [[*row.values()] for row in rows]
        )
    rows.sort(key=lambda row: (row[ACAM220.period], row["source_id"]))
    layout = msgspec.structs.replace(ACAM220, source="hostile_row")
    expected = write_rows(layout, rows, DAY, DAY + timedelta(days=1))
    database = Database(app_url, size=1)
    await database.open()
    try:
        async with database.transaction(SYSTEM) as tx:
            request, filer = uuid4(), rows[0][ACAM220.filer]
            counted = await write_lines(tx, layout, request, filer, DAY, DAY + timedelta(days=1))
            cells = ", ".join(f"c{place}" for place in range(len(ACAM220.columns)))
            found = await tx.all(
                f"select r.source, array[{cells}] as cells, array(select problem from pg_temp.filing_problem p"
                "  where p.place = r.place order by p.rank) as problems from pg_temp.filing_row r order by r.place"
            )
            assert [FiledRow(row["source"], tuple(row["cells"]), tuple(row["problems"])) for row in found] == expected
            problems = [problem for row in expected for problem in row.problems]
            assert (counted.rows, counted.problems, counted.open, counted.first) == (
                400,
                len(problems),
                len(problems),
                problems[0],
            )
            whole = [row for row in expected if not DAMAGING & {problem.partition(":")[2] for problem in row.problems}]
            await tx.execute(
                "delete from pg_temp.filing_row where not source = any(%(whole)s)",
                {"whole": [row.source for row in whole]},
            )
            assert await write_pieces(tx, layout, request, 1) == sha256(file_of(whole)).digest()
            raise Undone
    except Undone:
        pass
    finally:
        await database.close()


def test_a_comparison_tells_lines_that_came_and_went_and_each_cell() -> None:
    before = {"a": ["1", "2"], "b": ["3", "4"]}
    after = {"a": ["1", "5"], "c": ["6", "7"]}
    told = [(each.source, each.column, each.before, each.after) for each in changed_cells(["x", "y"], before, after)]
    assert told == [("a", "y", "2", "5"), ("b", "", "3; 4", None), ("c", "", None, "6; 7")]


@pytest.fixture
async def desk(counter: Counter, diego: Person, eva: Person, bruno: Person) -> ExchangeDesk:
    """Two operations in a closed contract that has no number yet."""
    desk = ExchangeDesk(diego, counter)
    bank = await desk.ready()
    await counter.paid(bruno, 1_000_000)
    for amount in (10_001, 20_003):
        await desk.booked(bruno, amount, client_name="José Lima", client_document="52998224725")
    await desk.close(eva, (await desk.agreed(bank, "5.4120"))["id"])
    return desk


def asked(**more: Any) -> dict[str, Any]:
    day = today(BRASILIA)
    return {
        "number": "2026/0412",
        "layout": "acam220",
        "filer_document": "11.222.333/0001-81",
        "filer_name": "Banco Porto Alto",
        "period_from": str(day - timedelta(days=3)),
        "period_to": str(day),
        "received_on": str(day),
        **more,
    }


async def test_a_request_goes_from_its_errors_to_the_receipt_by_two_people(
    desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    key, body = str(uuid4()), asked()
    first, second = [await diego.post(C220, body, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    path = f"{C220}/{first.json()['id']}"
    read = (await diego.get(path)).json()
    assert (read["rows"], read["open_errors"], read["total"]["amount"] > 0) == (2, 2, True)
    assert read["others"] == [{"amount": 30_004, "currency": "USD"}]
    held = await diego.post(f"{path}/generate")
    assert (held.status_code, held.json()["message"]) == (409, "filing_has_errors")
    # One error is mended at its source, one has a reason.
    source, problem = read["lines"][0]["source"], "registro_operacao_cambial:required"
    excuse = {"source": source, "problem": problem, "reason": "o banco ainda não registrou"}
    for _ in range(2):
        assert (await diego.post(f"{path}/excuse", excuse)).status_code == 200
    assert (await diego.get(path)).json()["open_errors"] == 1
    [(closing,)] = sql("select id::text from exchange_closing")
    await desk.made(f"{CLOSINGS}/{closing}/number", {"number": "000123456789"}, 200)
    assert (await diego.get(path)).json()["open_errors"] == 0
    made = await diego.post(f"{path}/generate")
    assert (made.status_code, made.json()["state"], made.json()["version"]) == (200, "generated", 1), made.text
    own = await diego.post(f"{path}/approve")
    assert (own.status_code, own.json()["message"]) == (409, "own_filing")
    early = await diego.post(f"{path}/deliver", {"protocol": "STA-1"})
    assert (early.status_code, early.json()["message"]) == (409, "filing_not_in_state")
    assert (await eva.post(f"{path}/approve")).json()["state"] == "approved"
    content = (await diego.get(f"{path}/file")).content
    assert content.count(b"\t") == 26
    delivered = {"protocol": "STA-20261123-001"}
    assert (await diego.post(f"{path}/deliver", delivered)).json()["state"] == "delivered"
    refused = await diego.post(f"{path}/receipt", {"outcome": "rejected"})
    assert (refused.status_code, refused.json()["message"]) == (400, {"reason": ["field_required"]})
    assert (await diego.post(f"{path}/receipt", {"outcome": "accepted"})).json()["state"] == "accepted"
    # V6 says so when an operation is not any more what was filed of it.
    sql("alter table exchange_operation disable trigger user")
    sql("update exchange_operation set foreign_amount = foreign_amount + 1 where foreign_amount = 10001")
    assert "filings_sum_is_of_its_contracts" in offenders(desk.counter.url)
    sql("update exchange_operation set foreign_amount = 10001 where foreign_amount = 10002")
    sql("alter table exchange_operation enable trigger user")
    again = await diego.post(f"{path}/generate")
    assert (again.status_code, again.json()["message"]) == (409, "filing_not_in_state")
    assert offenders(desk.counter.url) == {}


async def test_a_rejected_file_is_made_again_and_says_what_it_changes(
    desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    [(closing,)] = sql("select id::text from exchange_closing")
    await desk.made(f"{CLOSINGS}/{closing}/number", {"number": "000123456789"}, 200)
    path = f"{C220}/{(await diego.post(C220, asked())).json()['id']}"
    await diego.post(f"{path}/generate")
    await eva.post(f"{path}/approve")
    await diego.post(f"{path}/deliver", {"protocol": "STA-1"})
    await diego.post(f"{path}/receipt", {"outcome": "rejected", "reason": "cliente divergente"})
    sql("alter table exchange_operation disable trigger user")
    sql("update exchange_operation set client_name = 'JOSE LIMA' where foreign_amount = 10001")
    sql("alter table exchange_operation enable trigger user")
    assert (await diego.post(f"{path}/generate")).json()["version"] == 2
    [change] = (await diego.get(path)).json()["diff"]["changes"]
    assert (change["column"], change["before"], change["after"]) == ("nome_cliente", "José Lima", "JOSE LIMA")


async def test_a_delivered_file_is_the_approved_one_or_verify_says_so(
    desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    [(closing,)] = sql("select id::text from exchange_closing")
    await desk.made(f"{CLOSINGS}/{closing}/number", {"number": "000123456789"}, 200)
    path = f"{C220}/{(await diego.post(C220, asked())).json()['id']}"
    await diego.post(f"{path}/generate")
    await eva.post(f"{path}/approve")
    with pytest.raises(psycopg.DatabaseError, match="does not change"):
        sql("update filing_version set sha256 = sha256('x')")
    with pytest.raises(psycopg.DatabaseError, match="append-only"):
        sql("update filing_piece set content = 'x'")
    sql("alter table filing_piece disable trigger user")
    sql("update filing_piece set content = 'x'")
    assert "filings_are_what_was_approved" in offenders(desk.counter.url)


async def test_what_would_damage_the_file_has_no_excuse(desk: ExchangeDesk, diego: Person, sql: Sql) -> None:
    [(closing,)] = sql("select id::text from exchange_closing")
    await desk.made(f"{CLOSINGS}/{closing}/number", {"number": "000123456789"}, 200)
    sql("alter table exchange_operation disable trigger user")
    sql("update exchange_operation set client_name = '王小明' where foreign_amount = 10001")
    path = f"{C220}/{(await diego.post(C220, asked())).json()['id']}"
    [line, _] = (await diego.get(path)).json()["lines"]
    excuse = {"source": line["source"], "problem": "nome_cliente:encoding", "reason": "nome chinês"}
    said = await diego.post(f"{path}/excuse", excuse)
    assert (said.status_code, said.json()["message"]) == (409, "filing_problem_damages")


async def test_a_request_is_due_in_two_business_days_and_stands_once(diego: Person, counter: Counter) -> None:
    # A Friday: Monday and Tuesday follow.
    made = await diego.post(C220, asked(received_on="2026-11-13"))
    assert (made.status_code, made.json()["due_on"]) == (201, "2026-11-17"), made.text
    twice = await diego.post(C220, asked())
    assert (twice.status_code, twice.json()["message"]) == (409, "filing_known")
    path = f"{C220}/{made.json()['id']}"
    empty = await diego.post(f"{path}/generate")
    assert (empty.status_code, empty.json()["message"]) == (409, "filing_is_empty")
    gone = await diego.post(f"{path}/cancel", {"reason": "pedido revogado"})
    assert gone.json()["state"] == "cancelled"


async def test_a_merchant_with_the_permission_finds_no_request(
    diego: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    request = (await diego.post(C220, asked())).json()["id"]
    sql("update role set permissions = permissions || '{conciliation::C220:read,conciliation::C220:write}'")
    for path in (C220, f"{C220}/{request}", f"{C220}/{request}/file", f"/v1/trail/c220/{request}"):
        assert (await bruno.get(path)).status_code == 404, path
    assert (await bruno.post(C220, asked())).status_code == 404
    for action, body in (("generate", {}), ("approve", {}), ("cancel", {"reason": "abc"})):
        assert (await bruno.post(f"{C220}/{request}/{action}", body)).status_code == 404
