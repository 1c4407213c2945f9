"""Self-repairing returns: what is wrong with a file is found, and it moves money only where a bank's statement says the same."""

from random import Random
from typing import Any

import pytest

from conftest import Sql
from days import today
from people import Person
from retaguarda_sandbox import broken_returns
from retaguarda_sandbox.broken_returns import BrokenFile
from retaguarda_sandbox.statements import BankMove
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.remittances import FILES, FileDesk
from support.statements import applied, opened, told

HOUSE = {"name": "Itaú SISPAG", "bank": "341", "branch": "1234", "number": "56789-0", "clearing_code": "pix_clearing"}
AT_BANK: dict[str, Any] = {"branch": "1234", "number": "567890"}
WAITING = "in_bank_processing"
pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


@pytest.fixture
def desk(diego: Person, bruno: Person, counter: Counter, sql: Sql) -> FileDesk:
    diego.account = "all"
    return FileDesk(diego, bruno, counter, sql)


def references(sql: Sql, ids: list[str]) -> list[str]:
    return [
        f"RG{sql('select number from payout_order where payout_id = %s order by attempt desc', each)[0][0]:012}"
        for each in ids
    ]


async def state(desk: FileDesk, eva: Person, *moves: tuple[int, str]) -> None:
    """The statement of today: these movements, and nothing else."""
    await opened(desk.diego, eva, **HOUSE, opened_on=today(-5).isoformat())
    lines = [BankMove(amount, today(), text, str(700_000 + n)) for n, (amount, text) in enumerate(moves)]
    statement = told(*lines, first=today(), last=today(), **AT_BANK)
    assert (await applied(desk.diego, desk.counter.work, statement, "xml"))["status"] == "applied"


async def record(desk: FileDesk, file: dict[str, Any]) -> dict[str, Any]:
    return (await desk.diego.get(f"{FILES}/{file['id']}")).json()


async def found(desk: FileDesk, file: dict[str, Any]) -> dict[str, str | None]:
    return {each["kind"]: each["effect"] for each in (await record(desk, file))["findings"]}


def cut(data: bytes, *kept: str) -> bytes:
    """The file up to these payments, whichever stand first in it; nothing follows them."""
    lines = data.split(b"\r\n")[:-1]
    firsts = [at for at, line in enumerate(lines) if line[73:93].strip().decode() in kept]
    records = [line for at in firsts for line in lines[at : at + 2]]
    return b"".join(line + b"\r\n" for line in [*lines[:2], *records])


async def test_a_file_that_was_cut_off_pays_what_the_statement_names(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 7_500, 9_100)
    remittance = await desk.sealed()
    first, second, third = references(sql, ids)
    await state(desk, eva, (-5_000, f"SISPAG {first}"), (-7_500, f"SISPAG {second}"), (-9_100, "OUTRO PAGAMENTO"))
    whole = await desk.answered(remittance)
    file = await desk.upload(cut(whole, first, second, third))
    assert file["status"] == "parsed"
    shown = await record(desk, file)
    assert [(each["kind"], each["effect"], each["witness"], each["lines"]) for each in shown["findings"]] == [
        ("truncated", None, None, 1),
        ("unproven", "done", "statement", 1),
        ("unproven", "done", "statement", 1),
        ("unproven", None, None, 1),
    ]
    assert {each["payout_id"] for each in shown["findings"]} == {*ids[:2], None}
    assert await desk.effects(file) == {("done", None): (2, 0), ("no_change", "needs_witness"): (1, 0)}
    assert desk.states(ids) == [WAITING] * 3
    assert (await desk.apply(file)).status_code == 200
    assert desk.states(ids) == ["done", "done", WAITING]
    assert (await record(desk, file))["status"] == "applied"
    assert await desk.state(remittance) == "answered"
    # The whole file, when it comes at last, pays the third and knows of the others.
    rest = await desk.upload(whole)
    assert await desk.effects(rest) == {("already", None): (2, 0), ("done", None): (1, 0)}
    assert (await desk.apply(rest, gap_reason="O banco reenviou o arquivo")).status_code == 200
    assert desk.states(ids) == ["done"] * 3
    assert await desk.state(remittance) == "closed"


async def test_a_file_that_was_cut_off_moves_nothing_without_a_statement(
    desk: FileDesk, ana: Person, sql: Sql, counter: Counter
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 7_500, 1_002)
    file = await desk.upload(cut(await desk.answered(await desk.sealed()), *references(sql, ids)))
    assert await desk.effects(file) == {("no_change", "needs_witness"): (3, 0)}
    assert await found(desk, file) == {"truncated": None, "unproven": None}
    held = (await counter.balances(ana))["on_hold"]
    assert (await desk.apply(file)).status_code == 200
    assert desk.states(ids) == [WAITING] * 3
    assert (await counter.balances(ana))["on_hold"] == held > 0


async def test_a_refusal_in_a_damaged_file_counts_where_all_movements_are_known_and_none_is_it(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql, counter: Counter
) -> None:
    await desk.by_file()
    # By the sandbox's script the second is refused.
    ids = await desk.pay(ana, 5_000, 1_002, 7_500)
    remittance = await desk.sealed()
    first, second, _ = references(sql, ids)
    await state(desk, eva, (-5_000, f"SISPAG {first}"))
    file = await desk.upload(cut(await desk.answered(remittance), first, second))
    assert await desk.effects(file) == {("done", None): (1, 0), ("failed", None): (1, 0)}
    assert {each["witness"] for each in (await record(desk, file))["findings"]} == {None, "statement", "no_debit"}
    assert (await desk.apply(file)).status_code == 200
    assert desk.states(ids) == ["done", "failed", WAITING]


async def test_a_refusal_does_not_count_where_a_debit_may_be_it(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 1_002, 7_500)
    remittance = await desk.sealed()
    await state(desk, eva, (-1_002, "TARIFA"))
    file = await desk.upload(cut(await desk.answered(remittance), *references(sql, ids)[:2]))
    assert await desk.effects(file) == {("no_change", "needs_witness"): (2, 0)}
    await desk.apply(file)
    assert desk.states(ids) == [WAITING] * 3


async def test_a_wrong_trailer_is_read_on_where_every_payment_of_the_remittance_is_there(
    desk: FileDesk, ana: Person
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 7_500)
    remittance = await desk.sealed()
    lines = (await desk.answered(remittance)).decode().split("\r\n")[:-1]
    lines[-1] = lines[-1][:23] + "000099" + lines[-1][29:]
    file = await desk.upload("".join(f"{line}\r\n" for line in lines).encode())
    (finding,) = (await record(desk, file))["findings"]
    assert (finding["kind"], finding["read"], finding["witness"]) == ("trailer_count", f"99 {len(lines)}", "remittance")
    assert await desk.effects(file) == {("done", None): (2, 0)}
    await desk.apply(file)
    assert desk.states(ids) == ["done"] * 2


async def test_a_wrong_trailer_with_a_payment_missing_needs_the_statement(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 7_500)
    remittance = await desk.sealed()
    lines = (await desk.answered(remittance)).decode().split("\r\n")[:-1]
    del lines[4:6]
    file = await desk.upload("".join(f"{line}\r\n" for line in lines).encode())
    assert await found(desk, file) == {
        "trailer_count": None,
        "batch_trailer_count": None,
        "trailer_total": None,
        "unproven": None,
    }
    assert await desk.effects(file) == {("no_change", "needs_witness"): (1, 0)}
    assert desk.states(ids) == [WAITING] * 2


async def test_a_security_analysis_for_ever_ends_when_the_statement_names_its_debit(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql, counter: Counter
) -> None:
    await desk.by_file(bank="756", ispb="02038232")
    ids = await desk.pay(ana, 5_000, 1_001)
    remittance = await desk.sealed()
    file = await desk.upload(await desk.answered(remittance))
    assert await found(desk, file) == {"security_analysis": None}
    assert (await desk.apply(file)).status_code == 200
    assert desk.states(ids) == ["done", WAITING]
    path, why = f"{FILES}/{file['id']}/reprocess", {"reason": "Chegou o extrato"}
    # Without a statement there is nothing to open it for.
    assert (await desk.diego.post(path, why)).json()["status"] == "applied"
    HERE = {**HOUSE, "bank": "756"}
    await opened(desk.diego, eva, **HERE, opened_on=today(-5).isoformat())
    debit = BankMove(-1_001, today(), f"PAGTO {references(sql, ids)[1]}", "700001")
    await applied(desk.diego, counter.work, told(debit, first=today(), last=today(), bank="756", **AT_BANK))
    said = [await desk.diego.post(path, why) for _ in range(2)]
    assert [each.json()["status"] for each in said] == ["parsed", "parsed"]
    assert await found(desk, file) == {"security_analysis": "done"}
    assert (await desk.apply(said[1].json())).status_code == 200
    assert desk.states(ids) == ["done"] * 2
    assert await desk.state(remittance) == "closed"
    assert (await counter.balances(ana))["on_hold"] == 0
    # The bank's own word, when it comes after all, is nothing new.
    late = await desk.upload(await desk.answered(remittance, 2, codes="00"))
    assert await desk.effects(late) == {("already", None): (2, 0)}


async def test_a_debit_that_came_back_or_bears_another_amount_proves_nothing(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 1_005, 2_005, 3_005)
    remittance = await desk.sealed()
    back, other, twice = references(sql, ids)
    await state(
        desk,
        eva,
        (-1_005, f"SISPAG {back}"),
        (1_005, f"ESTORNO {back}"),
        (-2_004, f"SISPAG {other}"),
        (-3_005, f"SISPAG {twice}"),
        (-3_005, f"SISPAG {twice} 2"),
    )
    file = await desk.upload(await desk.answered(remittance))
    assert await found(desk, file) == {"scheduled": None}
    await desk.apply(file)
    assert desk.states(ids) == [WAITING] * 3


async def test_a_person_leaves_a_correction_out_and_takes_it_up_again(
    desk: FileDesk, ana: Person, eva: Person, bruno: Person, carla: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_005, 7_505)
    remittance = await desk.sealed()
    first, second = references(sql, ids)
    await state(desk, eva, (-5_005, f"SISPAG {first}"), (-7_505, f"SISPAG {second}"))
    file = await desk.upload(await desk.answered(remittance))
    assert await desk.effects(file) == {("done", None): (2, 0)}
    path = f"{FILES}/{file['id']}/choose"
    number = next(each["number"] for each in (await record(desk, file))["findings"] if each["payout_id"] == ids[0])
    for person in (bruno, carla):
        assert (await person.post(path, {"finding": number, "taken": False})).status_code in (403, 404)
    said = [await desk.diego.post(path, {"finding": number, "taken": False}) for _ in range(2)]
    assert [each.status_code for each in said] == [200, 200]
    assert said[0].json()["plan_hash"] == said[1].json()["plan_hash"] != file["plan_hash"]
    assert await desk.effects(file) == {("done", None): (1, 0), ("no_change", "accepted"): (1, 0)}
    assert (await desk.diego.post(path, {"finding": 99, "taken": False})).status_code == 404
    # Whoever saw the other plan does not apply this one.
    refused = await desk.apply(file)
    assert (refused.status_code, refused.json()["message"]) == (409, "plan_changed")
    assert (await desk.apply(said[1].json())).status_code == 200
    assert desk.states(ids) == [WAITING, "done"]
    late = await desk.diego.post(path, {"finding": number, "taken": True})
    assert (late.status_code, late.json()["message"]) == (409, "file_not_open")
    # It is found again, and taken up.
    again = (await desk.diego.post(f"{FILES}/{file['id']}/reprocess", {"reason": "Conferido"})).json()
    assert again["status"] == "applied"


async def test_a_second_person_sees_how_many_corrections_they_approve(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_005)
    remittance = await desk.sealed()
    await state(desk, eva, (-5_005, f"SISPAG {references(sql, ids)[0]}"))
    file = await desk.upload(await desk.answered(remittance))
    standing_policy(sql, "payouts:return_file:apply")
    request = (await desk.apply(file)).json()["request"]["id"]
    assert (await Desk(sql).approve(eva, request)).json()["status"] == "executed"
    await desk.counter.work()
    assert desk.states(ids) == ["done"]
    (data,) = sql("select data from event where name = 'payouts:return_file:apply'")[0]
    assert data["corrections"] == 1


async def test_a_debit_that_explains_something_else_by_now_settles_nothing(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_005)
    remittance = await desk.sealed()
    await state(desk, eva, (-5_005, f"SISPAG {references(sql, ids)[0]}"))
    file = await desk.upload(await desk.answered(remittance))
    assert await found(desk, file) == {"scheduled": "done"}
    sql("update bank_line set state = 'ignored', reason = 'Não é nosso', decided_by = 'eva' where amount = -5005")
    refused = await desk.apply(file)
    assert (refused.status_code, refused.json()["message"]) == (409, "plan_changed")
    assert desk.states(ids) == [WAITING]


@pytest.mark.parametrize("fault", [*broken_returns.PAID, *broken_returns.ANY], ids=lambda fault: fault.__name__)
async def test_a_broken_line_ends_by_the_statement_or_stays(
    fault: Any, desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 7_500)
    remittance = await desk.sealed()
    await state(
        desk,
        eva,
        *((-amount, f"SISPAG {each}") for amount, each in zip((5_000, 7_500), references(sql, ids), strict=True)),
    )
    broken = BrokenFile((await desk.answered(remittance)).decode().split("\r\n")[:-1], Random(1))
    # Whichever of the two was ordered first stands first.
    place = broken.references().index(references(sql, ids)[0])
    fault(broken, broken.firsts()[place])
    file = await desk.upload(broken.bytes())
    kinds = await found(desk, file)
    assert (broken_returns.PAID | broken_returns.ANY)[fault] & kinds.keys()
    assert (await desk.apply(file)).status_code == 200
    gone = fault in (broken_returns.lost_line, broken_returns.garbled_line)
    assert desk.states(ids) == [WAITING if gone else "done", "done"]


@pytest.mark.parametrize("fault", [*broken_returns.ENDS, *broken_returns.SHELLS], ids=lambda fault: fault.__name__)
async def test_a_broken_file_pays_only_what_it_says_and_the_statement_knows(
    fault: Any, desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 7_500, 9_105)
    remittance = await desk.sealed()
    paid = references(sql, ids)[:2]
    await state(desk, eva, *((-amount, f"SISPAG {each}") for amount, each in zip((5_000, 7_500), paid, strict=True)))
    broken = BrokenFile((await desk.answered(remittance)).decode().split("\r\n")[:-1], Random(3))
    fault(broken)
    there = [each in broken.references() for each in paid]
    file = await desk.upload(broken.bytes())
    assert (broken_returns.ENDS | broken_returns.SHELLS)[fault] & (await found(desk, file)).keys()
    assert (await desk.apply(file)).status_code == 200
    assert desk.states(ids) == [*("done" if each else WAITING for each in there), WAITING]
