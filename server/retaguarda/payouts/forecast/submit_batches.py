"""Submit batches as a whole, as payouts/batches/submit_batch.py does: one fits the limits and the balance, or none of it leaves."""

from datetime import date
from typing import Literal
from uuid import UUID

from retaguarda.payout_engine.limits import LIMIT_CODES, beyond
from retaguarda.payouts.forecast.plan_facts import PayeeDay, Purse, Submission, World


def submit_batches(world: World, free: dict[int, int]) -> tuple[dict[UUID, str], dict[int, int]]:
    """Return why batches cannot be submitted, by their id, and what merchants can spend after the others were, minor units.

    Args:
        free: what they can spend before.
    """
    refused, left = dict[UUID, str](), dict(free)
    used = {company: dict(purse.used) for company, purse in world.purses.items()}
    payees = {company: dict(purse.payees) for company, purse in world.purses.items()}
    for each in world.submissions:
        purse, taken = world.purses[each.company], used[each.company]
        reason = each.stop or _limit_met(purse, taken, each) or _payee_limit_met(purse, payees[each.company], each)
        if reason is None and (purse.closed or each.gross > left[each.company]):
            reason = "insufficient_balance"
        if reason is not None:
            refused[each.id] = reason
        elif each.asked:
            left[each.company] -= each.gross
            for key, amount in each.counts.items():
                taken[key] = taken.get(key, 0) + amount
            for payee, amount in each.payees.items():
                payees[each.company][payee] = payees[each.company].get(payee, 0) + amount
    return refused, left


def _limit_met(purse: Purse, used: dict[tuple[str, date], int], asked: Submission) -> str | None:
    """Which limit a batch goes beyond; None: none."""
    for (period, day), amount in asked.counts.items():
        most = {"day": purse.day_most, "night": purse.night_most, "count": purse.count_most}[period]
        if most is not None and beyond(most - used.get((period, day), 0), amount):
            return f"transfer_{period}_limit"
    return None


def _payee_limit_met(purse: Purse, used: dict[PayeeDay, int], asked: Submission) -> str | None:
    """Which limit of a single payee a batch goes beyond; None: none. As live, those of a day have been looked at before."""
    for key, amount in asked.payees.items():
        period: Literal["payee", "payee_count"] = "payee" if key[0] == "payee" else "payee_count"
        most = purse.payee_most if period == "payee" else purse.payee_count_most
        if most is not None and beyond(most - used.get(key, 0), amount):
            return LIMIT_CODES[period]
    return None
