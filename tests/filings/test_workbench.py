"""A filed document made again as it was, its cells compared with today's rows, and whose act changed which."""

from hashlib import sha256
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from filings.test_filings import asked
from people import Person
from support.charges import Counter, offenders
from support.exchange import C220, CLOSINGS, ExchangeDesk

DIFFERENCES = "/v1/exchange/c220-differences"
NUMBER = "registro_operacao_cambial"


@pytest.fixture
async def desk(counter: Counter, diego: Person, eva: Person, bruno: Person) -> ExchangeDesk:
    """One operation in a closed contract that has no number yet."""
    desk = ExchangeDesk(diego, counter)
    bank = await desk.ready()
    await counter.paid(bruno, 1_000_000)
    await close_one(desk, bruno, eva, bank, 10_001)
    return desk


async def close_one(desk: ExchangeDesk, bruno: Person, eva: Person, bank: str, *amounts: int) -> str:
    """A closed contract of operations of these amounts; its id."""
    for amount in amounts:
        await desk.booked(bruno, amount, client_name="José Lima", client_document="52998224725")
    return (await desk.close(eva, (await desk.agreed(bank, "5.4120"))["id"]))["id"]


async def filed(diego: Person, eva: Person, number: str = "2026/0412") -> str:
    """The path of a delivered request; what has no registry number goes out with a reason."""
    path = f"{C220}/{(await diego.post(C220, asked(number=number))).json()['id']}"
    for line in (await diego.get(path)).json()["lines"]:
        for problem in line["problems"]:
            excuse = {"source": line["source"], "problem": problem, "reason": "o banco ainda não registrou"}
            assert (await diego.post(f"{path}/excuse", excuse)).status_code == 200
    for person, action, body in (
        (diego, "generate", {}),
        (eva, "approve", {}),
        (diego, "deliver", {"protocol": "STA-1"}),
    ):
        said = await person.post(f"{path}/{action}", body)
        assert said.status_code == 200, said.text
    return path


async def compared(diego: Person, path: str, **body: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What a comparison says, and its differences."""
    said = await diego.post(f"{path}/compare", body)
    assert said.status_code == 201, said.text
    listed = await diego.get(DIFFERENCES, comparison_id=said.json()["id"], order_by="place", sort="asc")
    assert listed.status_code == 200, listed.text
    return said.json(), listed.json()


async def test_a_filed_document_is_made_again_bit_for_bit_and_the_changed_cell_names_its_actor(
    desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    path = await filed(diego, eva)
    content = (await diego.get(f"{path}/file")).content
    [(closing,)] = sql("select id::text from exchange_closing")
    found, differences = await compared(diego, path)
    assert (found["sha256"], found["sha256_again"]) == (sha256(content).hexdigest(),) * 2
    assert (found["differences"], found["without_act"], differences) == (0, 0, [])
    await desk.made(f"{CLOSINGS}/{closing}/number", {"number": "000123456789"}, 200)
    key = str(uuid4())
    first, second = [await diego.post(f"{path}/compare", {"version": 1}, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    found, [cell] = await compared(diego, path)
    assert (found["sha256_again"], found["differences"], found["without_act"]) == (found["sha256"], 1, 0)
    assert (found["rows"], found["rows_again"], found["rows_now"]) == (1, 1, 1)
    told = ("cell", "before", "after", "kind", "finding", "act_by", "act_name", "act_subject", "acts", "line")
    assert [cell[name] for name in told] == [
        NUMBER, "", "000123456789", "changed", "act", "diego@retaguarda.example", "exchange:closing:number", closing, 1, 1,
    ]  # fmt: skip
    bench = (await diego.get(f"{path}/workbench")).json()
    assert [each["differences"] for each in bench["comparisons"]] == [1, 1, 0]
    assert offenders(desk.counter.url) == {}


async def test_a_change_behind_the_house_is_found_without_an_act(
    desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    path = await filed(diego, eva)
    # The owner of the database writes: the change is kept, and nobody's act goes with it.
    sql("update exchange_operation set client_name = 'JOSE LIMA'")
    found, [cell] = await compared(diego, path)
    assert (found["sha256_again"] == found["sha256"], found["without_act"]) == (True, 1)
    assert (cell["cell"], cell["before"], cell["after"], cell["finding"]) == (
        "nome_cliente",
        "José Lima",
        "JOSE LIMA",
        "no_act",
    )
    assert (cell["acts"], cell["act_by"]) == (1, None)


async def test_of_several_changes_of_a_cell_the_first_knows_what_was_filed(
    desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    path = await filed(diego, eva)
    for name in ("JOSE LIMA", "J. LIMA", "JOSE L."):
        sql(f"update exchange_operation set client_name = '{name}'")
    found, [cell] = await compared(diego, path)
    assert found["sha256_again"] == found["sha256"]
    assert (cell["before"], cell["after"], cell["again"], cell["acts"]) == ("José Lima", "JOSE L.", "José Lima", 3)


async def test_an_act_explains_no_cell_that_somebody_wrote_into_before_it(
    desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    path = await filed(diego, eva)
    [(closing,)] = sql("select id::text from exchange_closing")
    sql("update exchange_closing set number = '1'")
    sql("alter table exchange_closing disable trigger moves")
    sql("update exchange_closing set number = null")
    sql("alter table exchange_closing enable trigger moves")
    await desk.made(f"{CLOSINGS}/{closing}/number", {"number": "000123456789"}, 200)
    found, [cell] = await compared(diego, path)
    assert (found["sha256_again"] == found["sha256"], found["without_act"]) == (True, 1)
    assert (cell["finding"], cell["acts"], cell["act_by"]) == ("no_act", 3, "diego@retaguarda.example")


async def test_a_change_that_was_hidden_breaks_the_file_made_again(
    desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    path = await filed(diego, eva)
    sql("alter table exchange_operation disable trigger user")
    sql("update exchange_operation set country = 'CA'")
    sql("alter table exchange_operation enable trigger user")
    found, [cell] = await compared(diego, path)
    assert found["sha256_again"] != found["sha256"]
    told = ("cell", "before", "after", "again", "kind", "finding", "acts")
    assert [cell[name] for name in told] == ["pais_contraparte", "US", "CA", "CA", "changed", "no_act", 0]
    # Back again in the open: today's row is as filed, and what happened between does not add up.
    sql("update exchange_operation set country = 'US'")
    found, [cell] = await compared(diego, path)
    assert [cell[name] for name in told] == ["pais_contraparte", "US", "US", "CA", "altered", "no_act", 1]


async def test_a_line_that_came_names_who_closed_its_contract(
    desk: ExchangeDesk, diego: Person, eva: Person, bruno: Person, sql: Sql
) -> None:
    path = await filed(diego, eva)
    [(bank,)] = sql("select id::text from exchange_bank")
    second = await close_one(desk, bruno, eva, bank, 20_003)
    found, [line] = await compared(diego, path)
    assert (found["rows_again"], found["rows_now"], found["sha256_again"]) == (1, 2, found["sha256"])
    assert (line["cell"], line["before"], line["kind"], line["line"]) == ("", None, "came", None)
    assert (line["finding"], line["act_name"], line["act_by"], line["act_subject"]) == (
        "act",
        "exchange:closing:close",
        "eva@retaguarda.example",
        second,
    )


@pytest.mark.parametrize("seed", range(3))
async def test_every_filed_version_is_made_again_whatever_happened_since(
    seed: int, desk: ExchangeDesk, diego: Person, eva: Person, bruno: Person, sql: Sql
) -> None:
    chance = Random(seed)
    [(bank,)] = sql("select id::text from exchange_bank")
    files = [await filed(diego, eva)]
    for turn in range(12):
        match chance.choice(("close", "number", "correct", "file")):
            case "close":
                await close_one(desk, bruno, eva, bank, 10_000 + turn, 11_000 + turn)
            case "number":
                waiting = sql("select id::text from exchange_closing where number is null order by id")
                if waiting:
                    [closing] = chance.choice(waiting)
                    await desk.made(f"{CLOSINGS}/{closing}/number", {"number": f"{turn:012}"}, 200)
            case "correct":
                column, value = chance.choice(
                    (
                        ("client_name", f"CLIENTE {turn}"),
                        ("client_document", "11222333000181"),
                        ("purpose", "3"),
                        ("country", "PT"),
                    )
                )
                sql(
                    f"update exchange_operation set {column} = '{value}' where id in"
                    f" (select id from exchange_operation where state = 'closed' order by md5(id::text || {turn}) limit 1)"
                )
            case _:
                files.append(await filed(diego, eva, f"2026/{turn}"))
    for path in files:
        found, _ = await compared(diego, path)
        assert found["sha256_again"] == found["sha256"]


async def test_an_earlier_version_is_compared_over_its_own_period(
    desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    path = await filed(diego, eva)
    await diego.post(f"{path}/receipt", {"outcome": "rejected", "reason": "período errado"})
    await diego.post(f"{path}/generate")
    period = {"period_from": "2026-01-01", "period_to": "2026-01-31", "reason": "pedido corrigido"}
    assert (await diego.post(f"{path}/change-period", period)).status_code == 200
    found, _ = await compared(diego, path, version=1)
    assert (found["sha256_again"], found["rows_now"]) == (found["sha256"], 1)
    gone = await diego.post(f"{path}/compare", {"version": 3})
    assert gone.status_code == 404


async def test_what_was_never_made_is_not_compared(diego: Person, counter: Counter) -> None:
    path = f"{C220}/{(await diego.post(C220, asked())).json()['id']}"
    said = await diego.post(f"{path}/compare", {})
    assert (said.status_code, said.json()["message"]) == (409, "filing_has_no_file")


async def test_no_merchant_sees_the_workbench(
    desk: ExchangeDesk, diego: Person, eva: Person, bruno: Person, carla: Person, sql: Sql
) -> None:
    path = await filed(diego, eva)
    for person in (bruno, carla):
        assert (await person.get(f"{path}/workbench")).status_code in (403, 404)
    sql("update role set permissions = permissions || '{conciliation::C220:read,conciliation::C220:write}'")
    for person in (bruno, carla):
        for of in (f"{path}/workbench", DIFFERENCES):
            assert (await person.get(of)).status_code == 404, of
        assert (await person.post(f"{path}/compare", {})).status_code == 404
