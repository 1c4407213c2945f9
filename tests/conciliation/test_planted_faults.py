"""Twelve kinds of faults of a true month, each alone and every three of them together: named by kind and item, and no match is wrong.

Each day has its own amounts, so that what belongs together is known beforehand; each line says in its reference which journal it is.
"""

import itertools
from collections.abc import Callable
from typing import NamedTuple

from conftest import Sql, Work
from people import Person
from retaguarda_sandbox.statements import BankMove, ofx
from support.charges import Counter, offenders
from support.statements import DAY, FILES, later, opened, told, uploaded

OTHER = {"name": "Cobrança", "number": "77001-2", "clearing_code": "boleto_clearing"}
BREAK = 7_77


class Posted(NamedTuple):
    """What the ledger expects: ``key`` has the end-to-end id, ``label`` says which line it is."""

    amount: int
    day: int
    key: str
    label: str
    code: str = "pix_clearing"


class Named(NamedTuple):
    """What must be said of an item: its amount in the residual, on this day."""

    cause: str
    amount: int
    day: int


class Month:
    """A bank and a ledger that agree, but for what is planted."""

    def __init__(self) -> None:
        self.posted = list[Posted]()
        self.moves = list[BankMove]()
        self.named = list[Named]()
        self._number = 0

    def next(self) -> tuple[int, str, str]:
        """An amount that nothing else has, an end-to-end id and a label."""
        self._number += 1
        number = self._number
        return 1_000 + 3 * number, f"E12345678202611161200{number:011d}", f"N{number}"

    def expect(self, amount: int, day: int, key: str, label: str, code: str = "pix_clearing") -> None:
        self.posted.append(Posted(amount, day, key, label, code))

    def tell(self, amount: int, day: int, text: str, label: str) -> None:
        self.moves.append(BankMove(amount, later(day), text, label))

    def good(self, day: int, late: int = 0) -> int:
        amount, id, label = self.next()
        self.expect(amount, day, f"test:{id}", label)
        self.tell(amount, day + late, f"PIX RECEBIDO {id}", label)
        return amount


def tariff(month: Month, day: int) -> None:
    amount, _, label = month.next()
    month.tell(-amount, day, "TARIFA PIX", label)
    month.named.append(Named("fee", -amount, day))


def unposted_return(month: Month, day: int) -> None:
    amount, id, label = month.next()
    month.tell(-amount, day, f"PIX DEVOLVIDO D{id[1:]}", label)
    month.named.append(Named("return", -amount, day))


def twice_at_the_bank(month: Month, day: int) -> None:
    amount = month.good(day)
    move = month.moves[-1]
    month.tell(amount, day, move.text, f"{move.reference}B")
    month.named.append(Named("duplicate", amount, day))


def of_another_account(month: Month, day: int) -> None:
    amount, id, label = month.next()
    month.expect(amount, day, f"test:{id}", label, "boleto_clearing")
    month.tell(amount, day, f"PIX RECEBIDO {id}", label)
    month.named.append(Named("wrong_account", amount, day))


def unknown_to_the_ledger(month: Month, day: int) -> None:
    amount, id, label = month.next()
    month.tell(amount, day, f"PIX RECEBIDO {id}", label)
    month.named.append(Named("missing_ledger", amount, day))


def never_at_the_bank(month: Month, day: int) -> None:
    amount, id, label = month.next()
    month.expect(amount, day, f"test:{id}", label)
    month.named.append(Named("missing_bank", -amount, day))


def a_night_later(month: Month, day: int) -> None:
    month.named.append(Named("timing", -month.good(day, late=1), day))


def unexplained(month: Month, day: int) -> None:
    amount, _, label = month.next()
    month.tell(-amount, day, "LANCAMENTO DIVERSO", label)
    month.named.append(Named("none", -amount, day))


def without_its_id(month: Month, day: int) -> None:
    amount, _, label = month.next()
    month.expect(amount, day, f"plain:{label}", label)
    month.tell(amount, day, "TED RECEBIDA", label)
    month.named += [Named("unconfirmed", amount, day), Named("unconfirmed", -amount, day)]


def two_alike(month: Month, day: int) -> None:
    amount, _, label = month.next()
    for twin in ("A", "B"):
        month.expect(amount, day, f"plain:{label}{twin}", f"{label}{twin}")
        month.tell(amount, day, f"TED DE {twin}", f"{label}{twin}")
        month.named += [Named("unconfirmed", amount, day), Named("unconfirmed", -amount, day)]


def another_amount(month: Month, day: int) -> None:
    amount, id, label = month.next()
    month.expect(amount, day, f"test:{id}", label)
    month.tell(amount - 1, day, f"PIX RECEBIDO {id}", label)
    month.named += [Named("amount_differs", amount - 1, day), Named("amount_differs", -amount, day)]


FAULTS: tuple[Callable[[Month, int], None], ...] = (
    tariff,
    unposted_return,
    twice_at_the_bank,
    of_another_account,
    unknown_to_the_ledger,
    never_at_the_bank,
    a_night_later,
    unexplained,
    without_its_id,
    two_alike,
    another_amount,
)


def planted() -> tuple[Month, int]:
    """Eleven kinds alone, then each three of them, a day each; the twelfth is of the file that tells all of it. How many days."""
    month = Month()
    sets = [(fault,) for fault in FAULTS] + list(itertools.combinations(FAULTS, 3))
    for day, faults in enumerate(sets):
        month.good(day)
        for fault in faults:
            fault(month, day)
    # Nothing of the month itself is still on its way when the bank has told of these days too.
    for day in range(len(sets), len(sets) + 8):
        month.good(day)
    month.moves.sort(key=lambda move: move.booked_on)
    return month, len(sets) + 8


def post(sql: Sql, posted: list[Posted]) -> None:
    sql("select set_config('retaguarda.companies', '*', false)")
    sql("select ledger_open(2, 'test.books', 'BRL', null, false)")
    sql("select ledger_open(1, code, 'BRL', null, true) from (values ('pix_clearing'), ('boleto_clearing')) a (code)")
    sql(
        "select count(ledger_post(2, gen_random_uuid(), p.key, 'test.move', p.label, p.day + time '15:00', array[2, 1],"
        " array['test.books', p.code], array['BRL', 'BRL'], array[p.amount, -p.amount]))"
        " from unnest(%s::bigint[], %s::date[], %s::text[], %s::text[], %s::text[]) p (amount, day, key, label, code)",
        [each.amount for each in posted],
        [later(each.day) for each in posted],
        [each.key for each in posted],
        [each.label for each in posted],
        [each.code for each in posted],
    )


async def test_twelve_kinds_of_faults_alone_and_in_threes_are_named_by_kind_and_item_and_no_match_is_wrong(
    diego: Person, eva: Person, work: Work, sql: Sql, counter: Counter
) -> None:
    month, days = planted()
    post(sql, month.posted)
    account = (await opened(diego, eva))["id"]
    await opened(diego, eva, **OTHER)
    statement = told(*month.moves, last=later(days - 1))
    closing, wrong = statement.decimal(statement.closing), statement.decimal(statement.closing + BREAK)
    file = await uploaded(diego, ofx(statement).replace(f"<BALAMT>{closing}".encode(), f"<BALAMT>{wrong}".encode()))
    said = await diego.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})
    assert said.status_code == 200, said.text
    await work()
    month.named.append(Named("balance_break", BREAK, days - 1))

    # Every planted item by its cause, and nothing beside them.
    told_of = sql("select cause, amount from house_day_items(%s, %s)", account, later(days - 1))
    lasting = sorted((each.cause, each.amount) for each in month.named if each.cause != "timing")
    assert sorted(told_of) == lasting
    nightly = [each for each in month.named if each.cause == "timing"]
    overnight = sql("select amount, from_day, until_day from house_account_items(%s) where side = 'match'", account)
    assert sorted(overnight) == sorted((each.amount, later(each.day), later(each.day + 1)) for each in nightly)
    # Of every day the causes add up to its difference, and each kind has its exception.
    assert offenders(counter.url) == {}
    kinds = dict(sql("select kind, count(*) from conciliation_exception where account_id = %s group by 1", account))
    planted_of = {cause: sum(each.cause == cause for each in month.named) for cause in {e.cause for e in month.named}}
    assert kinds == {
        "fee_unknown": planted_of["fee"],
        "returned_unposted": planted_of["return"],
        "duplicate_bank": planted_of["duplicate"],
        "wrong_account": planted_of["wrong_account"],
        "amount_differs": planted_of["amount_differs"],
        "bank_only": planted_of["missing_ledger"] + planted_of["none"],
        "ledger_only": planted_of["missing_bank"],
    }
    # Confirmed by itself: what belongs together, all of it; suggested: the same.
    pairs = sql(
        "select g.state, l.reference, e.reference from match_group g join match_member a on a.group_id = g.id"
        " join bank_line l on l.id = a.line_id join match_member b on b.group_id = g.id"
        " join expectation e on e.id = b.expectation_id where g.account_id = %s",
        account,
    )
    assert {(state, line) for state, line, _ in pairs} == {(state, expected) for state, _, expected in pairs}
    assert all(line == expected for _, line, expected in pairs)
    own = {each.label for each in month.posted if each.code == "pix_clearing" and each.key.startswith("test:E")}
    lost = {
        each.label
        for each in month.posted
        if -each.amount in {n.amount for n in month.named if n.cause in ("missing_bank", "amount_differs")}
    }
    assert {line for state, line, _ in pairs if state == "confirmed"} == own - lost
    assert (len(nightly), DAY) == (46, later(0))
