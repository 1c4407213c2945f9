"""How a merchant of the demo takes its money out: every other day, to accounts of its own; most arrive."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import psycopg

from retaguarda.foundation.json_text import json_text
from retaguarda_demo.charge_life import DAY, HOUR, MINUTE, SECOND, SHOP_SYSTEM, Actor
from retaguarda_demo.sheets import NULL, moment, uuid7_at
from retaguarda_demo.withdrawal_accounts import ACCOUNTS, HOLDER, Account

COMPANY = 2
FEE = 150
#: Less is not worth the fee; more is not allowed in one (centavos).
_LEAST, _MOST = 20_000, 1_500_000
#: What the merchant keeps for its payments of the day (centavos); its journeys pay from it.
_KEPT = 2_500_000
_ISPB = "12345678"
_ALPHANUMERIC = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
#: Days before the demo's end.
_PLANNED_AHEAD, _LAST = 5, 1


_OLD = 3


@dataclass(slots=True)
class Withdrawal:
    """``ended_at`` 0: it is still open. ``sent_at`` 0: the bank was never asked."""

    id: str
    account: int
    amount: int
    status: str
    asked_at: int
    sent_at: int = 0
    ended_at: int = 0
    code: str | None = None
    reason: str | None = None
    blocked: str | None = None
    end_to_end_id: str | None = None
    scheduled_for: str | None = None
    order: str = ""
    company: int = COMPANY
    origin: str = "withdrawal"
    origin_id: object = None
    fee: int = FEE

    @property
    def gross(self) -> int:
        return self.amount + self.fee


@dataclass(slots=True)
class Withdrawals:
    """
    Args:
        end: of the demo, in milliseconds.
        people: of the merchant.
    """

    rng: Random
    end: int
    people: Sequence[Actor]
    made: list[Withdrawal] = field(default_factory=list)
    _days: int = 0
    _ids: list[str] = field(default_factory=list)

    def of_day(self, over_at: int, room: int) -> Withdrawal | None:
        """What is asked for on the day after one is over; ``room`` is what the merchant has free (centavos)."""
        self._days += 1
        left = (self.end - over_at) // DAY
        asked_at = over_at + self.rng.randrange(9 * HOUR, 17 * HOUR)
        if asked_at + HOUR > self.end:
            return None
        status = {_LAST: "blocked", _LAST + 1: "created"}.get(left, self._fate())
        if status not in ("blocked", "created") and self._days % 2:
            return None
        amount = min(int((room - _KEPT) * self.rng.uniform(0.2, 0.5)), _MOST) // 1_000 * 1_000
        if amount < _LEAST:
            return None
        made = self._made(status, amount, asked_at)
        self.made.append(made)
        return made

    def _fate(self) -> str:
        drawn = self.rng.random()
        return "failed" if drawn < 0.08 else "cancelled" if drawn < 0.14 else "done"

    def _made(self, status: str, amount: int, asked_at: int) -> Withdrawal:
        rng = self.rng
        account = _OLD if status == "blocked" else rng.choice((0, 0, 0, 1, 2))
        made = Withdrawal(uuid7_at(asked_at, rng.getrandbits(80)), account, amount, status, asked_at)
        match status:
            case "created":
                made.scheduled_for = moment(self.end + _PLANNED_AHEAD * DAY)[:10]
            case "blocked":
                made.blocked = "bank_account_not_verified"
            case "cancelled":
                made.ended_at = asked_at + 9 * MINUTE
            case _:
                made.sent_at = asked_at + 900
                made.ended_at = made.sent_at + rng.randrange(2, 9) * SECOND
                minute = "".join(c for c in moment(made.sent_at)[:16] if c.isdigit())
                tail = "".join(rng.choice(_ALPHANUMERIC) for _ in range(11))
                made.end_to_end_id = f"E{_ISPB}{minute}{tail}"
                made.order = uuid7_at(made.sent_at, rng.getrandbits(80))
        if status == "failed":
            made.code, made.reason = rng.choice(
                (("AC06", "Conta do recebedor bloqueada"), ("AB03", "Liquidação abortada por timeout no SPI"))
            )
        return made

    def tell(self, made: Withdrawal, tell: Callable[[int, str], None]) -> None:
        """The events, as the Commands and jobs record them (account/transfers/moves.py)."""
        by = self._by()
        first = "created" if made.status == "created" else "pending"
        self._say(made, made.asked_at, first, by, {"to": first, "fee": made.fee, "origin": made.origin}, tell)
        self._say(made, made.asked_at, "create", by, {"fee": made.fee}, tell)
        if made.sent_at:
            self._say(made, made.sent_at, "in_bank_processing", _BANK, {"end_to_end_id": made.end_to_end_id}, tell)
        if made.blocked:
            self._say(made, made.asked_at + 900, "blocked", _CLOCK, {"blocked_reason": made.blocked}, tell)
        if made.ended_at:
            code = {"fail_code": made.code} if made.code else {}
            actor = by if made.status == "cancelled" else _BANK
            self._say(made, made.ended_at, made.status, actor, code, tell)

    def _say(
        self, made: Withdrawal, at: int, what: str, by: Actor, data: dict[str, Any], tell: Callable[[int, str], None]
    ) -> None:
        told = json_text({"amount": made.amount, **data})
        name = f"payouts:payout:{what}"
        tell(at, f"{made.company}\t{name}\t{made.id}\t{by.id or NULL}\t{by.name}\t{moment(at)}\t{told}\n")

    def _by(self) -> Actor:
        """Whoever may: bruno of the demo's people."""
        return next((person for person in self.people if person.name.startswith("bruno")), SHOP_SYSTEM)

    def write(self, connection: psycopg.Connection) -> None:
        """The merchant's accounts, its withdrawals and the orders to the bank."""
        by = self._by()
        with connection.cursor() as cursor:
            for account in ACCOUNTS:
                added = self.end - int(account.added * DAY)
                self._ids.append(uuid7_at(added, self.rng.getrandbits(80)))
                own = "own" if account.holder == HOLDER else "trusted"
                verified = moment(added + 10 * MINUTE) if account.status != "pending_verification" else None
                cursor.execute(
                    _ACCOUNT,
                    (
                        COMPANY, self._ids[-1], account.nickname, own, *account.place, *account.holder, account.status,
                        account is ACCOUNTS[0], moment(added + DAY), moment(added), by.id, verified,
                    ),
                )  # fmt: skip
                cursor.executemany(_EVENT, self._story(self._ids[-1], account, added, by))
            cursor.executemany(_TRANSFER, [self._row(made, by) for made in self.made])
            cursor.executemany(_ORDER, [self._order(made) for made in self.made if made.order])

    def _story(self, number: str, account: Account, added: int, by: Actor) -> list[tuple[object, ...]]:
        """The events of an account, as its Commands and jobs record them (account/bankaccounts)."""
        what = [("create", added, by)]
        if account.status != "pending_verification":
            what += [("verify", added + 9 * MINUTE, by), ("verified", added + 10 * MINUTE, _BANK)]
        if account.status == "disabled":
            what.append(("disable", self.end - 2 * DAY, by))
        told = json_text({"nickname": account.nickname})
        return [
            (COMPANY, f"account:bank_account:{name}", number, actor.id, actor.name, moment(at), told)
            for name, at, actor in what
        ]

    def _row(self, made: Withdrawal, by: Actor) -> tuple[object, ...]:
        account = ACCOUNTS[made.account]
        return (
            made.company, made.id, self._ids[made.account], made.origin, made.origin_id, made.status, made.amount, made.fee, *account.place,
            *account.holder, made.scheduled_for, moment(made.asked_at), by.id, by.name,
            moment(made.ended_at) if made.ended_at else None, made.end_to_end_id, made.code, made.reason, made.blocked,
        )  # fmt: skip

    def _order(self, made: Withdrawal) -> tuple[object, ...]:
        state = "refused" if made.status == "failed" else "done"
        return (
            made.company, made.order, made.id, made.order.replace("-", ""), made.end_to_end_id, made.amount, state,
            made.code, made.reason, moment(made.sent_at), moment(made.ended_at),
        )  # fmt: skip


_BANK, _CLOCK = Actor(None, "bank"), Actor(None, "clock")
_ACCOUNT = """
    insert into bank_account (company_id, id, nickname, ownership, kind, ispb, compe, bank_name, branch, number, account_type,
                              pix_key, pix_key_kind, holder_name, holder_document, status, is_default, usable_from, created_at,
                              created_by, verified_at)
    values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_EVENT = """
    insert into event (company_id, name, subject_id, person_id, actor, at, data) values (%s, %s, %s, %s, %s, %s, %s::jsonb)
"""
_TRANSFER = """
    insert into payout (company_id, id, bank_account_id, origin, origin_id, status, amount, currency, fee, kind, ispb, compe, bank_name, branch,
                          number, account_type, pix_key, pix_key_kind, holder_name, holder_document, scheduled_for, created_at,
                          created_by, actor, ended_at, end_to_end_id, fail_code, last_error, blocked_reason)
    values (%s, %s, %s, %s, %s, %s, %s, 'BRL', %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_ORDER = """
    insert into payout_order (company_id, id, payout_id, attempt, provider_id, end_to_end_id, amount, currency, state, code, reason,
                              created_at, ended_at)
    values (%s, %s, %s, 1, %s, %s, %s, 'BRL', %s, %s, %s, %s, %s)
"""
