"""TEDs in lots: collected apart from Pix, submitted and read by routes of their own, released once, and taken back days later."""

import contextlib
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from conftest import Sql
from days import today
from people import Person
from retaguarda.payouts.lots import run_lots
from retaguarda.providers.payout.lots import LotSender
from support.charges import Counter
from support.lots import RELEASE, LotDesk
from support.payments import pay, read
from support.ted import LINE, STATE, SUBMIT, Hours, business_day, moment, pay_ted, ted_on

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    return Hours(monkeypatch)


@pytest.fixture
async def desk(diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql, hours: Hours) -> LotDesk:
    desk = LotDesk(diego, bruno, counter, sql)
    await desk.by_lots(methods=["pix", "ted"])
    ted_on(sql)
    await counter.paid(ana, 500_000)
    return desk


async def statuses(desk: LotDesk, ids: list[str]) -> list[str]:
    return [(await read(desk.bruno, each))["status"] for each in ids]


async def test_each_way_has_its_lots_and_each_is_released_once(desk: LotDesk) -> None:
    ids = await pay_ted(desk, 1_010, 2_020)
    ids.append((await pay(desk.bruno, 3_030)).json()["id"])
    await desk.counter.work()
    await desk.run()
    assert desk.sql("select method, state, lines, releases from payout_lot order by request_number") == [
        ("ted", "closed", 2, 1),
        ("pix", "closed", 1, 1),
    ]
    assert desk.sql("select method, releases from sandbox.lot order by number") == [("ted", 1), ("pix", 1)]
    assert await statuses(desk, ids) == ["done"] * 3
    assert desk.paid() == [(1_010, 1), (2_020, 1), (3_030, 1)]
    listed = (await desk.diego.get("/v1/payouts/lots", method="ted")).json()
    assert [(each["method"], each["lines"]) for each in listed] == [("ted", 2)]
    receipt = await desk.bruno.get(f"/v1/payouts/payments/{ids[0]}/receipt")
    assert receipt.status_code == 200
    ((asked,),) = desk.sql("select asked from sandbox.lot where method = 'ted'")
    line = asked["listaTransferencias"][0]
    assert (line["numeroCOMPE"], line["agenciaCredito"], line["contaCorrenteCredito"], line["codigoFinalidadeTED"]) == (
        1, 1584, 210169, 10,
    )  # fmt: skip


async def test_each_line_ends_as_the_bank_says_and_what_comes_back_says_why(desk: LotDesk) -> None:
    ids = await pay_ted(desk, 5_000, 5_001, 5_002, 5_003, 5_005)
    await desk.run(2)
    assert await statuses(desk, ids) == ["done", "in_bank_processing", "failed", "failed", "done"]
    for _ in range(2):
        await desk.take_back(ids[4])
    back = await read(desk.bruno, ids[4])
    assert (back["status"], [(each["amount"]["amount"], each["code"]) for each in back["returns"]]) == (
        "returned",
        [(5_005, "5")],
    )
    # Days later, once its account was closed; a part first.
    await desk.tell("returns", documentoDebito=desk.document(ids[0]), valor="20.00", codigoMotivo=1)
    await desk.take_back(ids[0])
    await desk.tell("returns", documentoDebito=desk.document(ids[0]), valor="30.00", codigoMotivo=2)
    for _ in range(2):
        await desk.take_back(ids[0])
    back = await read(desk.bruno, ids[0])
    assert (back["status"], sorted((each["amount"]["amount"], each["code"]) for each in back["returns"])) == (
        "returned", [(2_000, "1"), (3_000, "2")],
    )  # fmt: skip
    again = [(await desk.bruno.post(f"/v1/payouts/payments/{ids[0]}/retry", {}, key="again")) for _ in range(2)]
    assert {each.json()["id"] for each in again} == {again[0].json()["id"]}
    assert (again[0].json()["method"], again[0].json()["ted_purpose"]) == ("ted", "00010")


@pytest.mark.parametrize("hour", ["16:59", "17:00"])
async def test_a_lot_that_is_late_names_the_next_day_on_which_the_bank_pays(
    desk: LotDesk, hours: Hours, hour: str
) -> None:
    await pay_ted(desk, 1_000)
    hours.at = moment(hour)
    await desk.run()
    day = business_day() if hour == "16:59" else business_day(2)
    ((said, kept),) = desk.sql(
        "select (asked->'listaTransferencias'->0->>'dataTransferencia')::int, (select day from payout_lot) from sandbox.lot"
    )
    assert (f"{said:08}", kept) == (day.strftime("%d%m%Y"), day)


class Killed(BaseException):
    """The worker ends here."""


#: Around which of its writes, and of the bank's own doing, a worker is killed.
STEPS = [
    *((run_lots, name) for name in ("create_lot", "mark", "store_taken", "store_released", "settle_line")),
    *((LotSender, name) for name in ("submit", "state", "release", "line")),
]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step[1])
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_worker_that_is_killed_anywhere_pays_no_ted_twice_and_loses_none(
    desk: LotDesk, monkeypatch: pytest.MonkeyPatch, step: tuple[Any, str], when: str
) -> None:
    ids = await pay_ted(desk, 1_000, 1_002, 2_000)
    real, killed = getattr(*step), 0

    async def dies(*given: Any, **more: Any) -> Any:
        nonlocal killed
        if killed >= 3:
            return await real(*given, **more)
        killed += 1
        if when == "after":
            await real(*given, **more)
        raise Killed

    monkeypatch.setattr(*step, dies)
    for _ in range(10):
        with contextlib.suppress(Killed):
            await desk.run()
        desk.hours_pass()
    assert killed >= 1 or step[1] == "state"
    assert await statuses(desk, ids) == ["done", "failed", "done"]
    assert desk.paid() == [(1_000, 1), (2_000, 1)]
    assert desk.sql("select max(releases) from sandbox.lot") == [(1,)]


@pytest.mark.parametrize("route", [SUBMIT, STATE, RELEASE, LINE])
@pytest.mark.parametrize(
    "rule",
    [
        {"effect": "status", "status": 500, "after_work": True},
        {"effect": "timeout", "delay_ms": 1, "after_work": True},
        {"effect": "half"},
    ],
    ids=["500 after taking", "silence", "half an answer"],
)
async def test_what_the_bank_does_not_say_of_a_ted_is_asked_and_never_failed(
    desk: LotDesk, route: str, rule: dict[str, Any]
) -> None:
    ids = await pay_ted(desk, 1_000, 2_000)
    await desk.counter.bank.fault(route=route, times=2, **rule)
    for _ in range(6):
        await desk.run()
        assert not {"failed", "pending"} & set(await statuses(desk, ids))
        desk.hours_pass()
    assert await statuses(desk, ids) == ["done", "done"]
    assert desk.paid() == [(1_000, 1), (2_000, 1)]


@pytest.mark.parametrize(
    "lie",
    [
        "update sandbox.lot_line set valor = valor + 1",
        "update sandbox.lot_line set document = document + 1000",
        "delete from sandbox.lot_line where place = 1",
        # It is one of Pix by the bank's word: where TEDs are asked for, it has never heard of it.
        "update sandbox.lot set method = 'pix'",
    ],
    ids=["another amount", "another document", "a line less", "another way"],
)
async def test_an_answer_about_another_ted_moves_nothing(desk: LotDesk, lie: str) -> None:
    ids = await pay_ted(desk, 1_000, 2_000)
    await desk.counter.bank.fault(route=RELEASE, effect="status", status=503, times=1)
    await desk.run()
    desk.sql(lie)
    desk.hours_pass()
    await desk.run(2)
    assert await statuses(desk, ids) == ["in_bank_processing"] * 2
    assert desk.sql("select releases from sandbox.lot") == [(0,)]


async def test_a_paid_ted_of_another_amount_is_not_believed(desk: LotDesk) -> None:
    ids = await pay_ted(desk, 1_001)
    await desk.run()
    desk.sql("update sandbox.lot_line set valor = 900, outcome = 'Pago', settles_at = now()")
    await desk.run()
    assert await statuses(desk, ids) == ["in_bank_processing"]


async def test_the_sandbox_pays_no_ted_on_a_day_without_banks(desk: LotDesk) -> None:
    """The bank's own rule, that our days have to fit."""
    from retaguarda_sandbox.lots_ted import TedTransfer

    sunday = date(2027, 1, 3)
    line = TedTransfer(
        dataTransferencia=int(sunday.strftime("%d%m%Y")),
        valorTransferencia=Decimal(1),
        documentoDebito=1,
        numeroCOMPE=1,
        codigoFinalidadeTED=10,
        cpfBeneficiario=12345678909,
    )
    assert line.errors(min(today(), sunday)) == [7]
