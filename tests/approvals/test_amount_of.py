"""What a policy weighs of a Command: an amount of one currency, never a sum of two."""

from retaguarda.approvals.condition_facts import amount_of
from retaguarda.foundation.money import BRL, Money
from retaguarda.ledger.plan import BalanceChange, CommandPlan


def _change(account: str, currency: str, posted: int, held: int) -> BalanceChange:
    zero = Money(0, currency)
    return BalanceChange(account, zero, Money(posted, currency), zero, Money(held, currency))


def _plan(*balances: BalanceChange) -> CommandPlan:
    return CommandPlan("a:command", 2, [], list(balances), "hash")


def test_balances_of_one_currency_are_added_and_those_of_another_are_not() -> None:
    plan = _plan(
        _change("available", BRL, -300, 0), _change("sub.1", BRL, -400, 0), _change("available", "USD", -500, 0)
    )
    assert amount_of(None, plan, {}) == Money(700, BRL)
    plan = _plan(_change("available", BRL, -300, 0), _change("available", "USD", 0, 500))
    assert amount_of(None, plan, {}) == Money(500, "USD")


def test_an_event_says_the_currency_of_what_moves_later() -> None:
    assert amount_of(None, _plan(), {"amount": 900, "currency": "USD"}) == Money(900, "USD")
    assert amount_of(None, _plan(), {"amount": 900}) == Money(900, BRL)
    assert amount_of(None, _plan(), {}) is None
