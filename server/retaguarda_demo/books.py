"""The ledger's side of the demo: journals, entries with their running balances, and holds, in the order of time.

Accounts and legs are those of payin/postings.py, a company's own accounts first as the ledger orders them;
`python -m retaguarda verify` holds both to the same rules.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random

from retaguarda.foundation.request import PROVIDER
from retaguarda.payin.charges.model import AVAILABLE, CLEARING, FEES, IN_REVIEW
from retaguarda.payin.charges.postings import UNIDENTIFIED
from retaguarda_demo.charge_life import Payment, Refund
from retaguarda_demo.deposits import Deposit
from retaguarda_demo.sheets import NULL, Sheets, moment, uuid7_at
from retaguarda_demo.withdrawals import Withdrawal

#: No call made these journals and holds, so no call is a repetition of it. COPY reads \\\\x as the \\x of a bytea.
_NO_HASH = "\\\\x"


@dataclass(slots=True)
class Account:
    """``hot``: takes entries only, without place and balance."""

    id: int
    hot: bool = False
    posted: int = 0
    held: int = 0
    version: int = 0
    last: int = 0


class Books:
    """
    Args:
        accounts: of every company, by its number and code.
        earned: told the company and the centavos by which its available balance rose.
        shared: of a payment, code of a recipient's account → what goes there, in the ledger's order.
    """

    def __init__(
        self,
        rng: Random,
        accounts: Mapping[tuple[int, str], Account],
        earned: Callable[[int, int], None],
        shared: Callable[[Payment], list[tuple[str, int]]],
    ) -> None:
        self.sheets = Sheets()
        self._rng = rng
        self._accounts = accounts
        self._clearing = accounts[(PROVIDER, CLEARING)]
        self._fees = accounts[(PROVIDER, FEES)]
        self._earned = earned
        self._shared = shared

    @property
    def accounts(self) -> Iterable[Account]:
        return self._accounts.values()

    def receive(self, payment: Payment) -> None:
        """A Pix that came in: to its owner less the fee, or kept apart."""
        amount, company, at = payment.amount, payment.company, payment.heard_at
        key, effective = f"pix:{payment.end_to_end_id}", payment.paid_on
        if payment.review is None:
            others = [(self._accounts[(company, code)], part) for code, part in self._shared(payment)]
            own = amount - payment.fee - sum(part for _, part in others)
            legs = [(self._accounts[(company, AVAILABLE)], own), *others, (self._clearing, -amount)]
            if payment.fee:
                legs.append((self._fees, payment.fee))
            self._post(at, company, key, "payin.payment", payment.subject, effective, legs)
            self._earned(company, own)
        else:
            legs = [(self._accounts[(company, IN_REVIEW)], amount), (self._clearing, -amount)]
            self._post(at, company, key, "payin.in_review", payment.subject, effective, legs)

    def accept(self, payment: Payment) -> None:
        company, net = payment.company, payment.amount - payment.fee
        legs = [(self._accounts[(company, AVAILABLE)], net), (self._accounts[(company, IN_REVIEW)], -payment.amount)]
        if payment.fee:
            legs.append((self._fees, payment.fee))
        key, effective = f"accept:{payment.end_to_end_id}", payment.paid_on
        self._post(payment.accepted_at, company, key, "payin.accepted", payment.subject, effective, legs)
        self._earned(company, net)

    def receive_deposit(self, made: Deposit) -> None:
        """To its owner, or to the provider while nobody knows whose it is."""
        company, amount = made.came_to, made.amount
        known = company != PROVIDER
        legs = [(self._accounts[(company, AVAILABLE if known else UNIDENTIFIED)], amount), (self._clearing, -amount)]
        kind = "deposit.credited" if known else "deposit.received"
        self._post(made.heard_at, company, f"pix:{made.end_to_end_id}", kind, made.id, made.paid_on, legs)
        if known:
            self._earned(company, amount)

    def identify_deposit(self, made: Deposit) -> None:
        at, amount, e2e = made.identified_at, made.amount, made.end_to_end_id
        out = [(self._accounts[(PROVIDER, UNIDENTIFIED)], -amount), (self._clearing, amount)]
        self._post(at, PROVIDER, f"identify:{e2e}", "deposit.identified", made.id, moment(at), out)
        into = [(self._accounts[(made.company, AVAILABLE)], amount), (self._clearing, -amount)]
        self._post(at, made.company, f"deposit:{e2e}", "deposit.credited", made.id, moment(at), into)
        self._earned(made.company, amount)

    def hold(self, given: tuple[Payment, Refund]) -> None:
        payment, refund = given
        account = self._accounts[(payment.company, refund.account)]
        account.held += refund.amount
        if account.posted < account.held:
            raise ValueError(f"a refund of {refund.amount} is more than company {payment.company} has")

    def end_hold(self, given: tuple[Payment, Refund]) -> None:
        """Captured when the refund settled, else void."""
        payment, refund = given
        company, key = payment.company, f"refund:{refund.id}"
        account = self._accounts[(company, refund.account)]
        account.held -= refund.amount
        journal = None
        if refund.settled:
            legs = [(account, -refund.amount), (self._clearing, refund.amount)]
            done = moment(refund.done_at)
            journal = self._post(refund.done_at, company, key, "payin.refund", payment.subject, done, legs)
        self._hold(company, account, refund.amount, key, payment.subject, journal, refund.asked_at, refund.done_at)

    def hold_withdrawal(self, made: Withdrawal) -> None:
        account = self._accounts[(made.company, AVAILABLE)]
        account.held += made.gross
        if account.posted < account.held:
            raise ValueError(f"a withdrawal of {made.gross} is more than company {made.company} has")
        if not made.ended_at:
            self._hold(made.company, account, made.gross, f"payout:{made.id}", made.id, None, made.asked_at, 0)

    def end_withdrawal(self, made: Withdrawal) -> None:
        """Captured when it was carried out, else void."""
        company, key, at = made.company, f"payout:{made.id}", made.ended_at
        account = self._accounts[(company, AVAILABLE)]
        account.held -= made.gross
        journal = None
        if made.status == "done":
            legs = [(account, -made.gross), (self._clearing, made.amount), (self._fees, made.fee)]
            journal = self._post(at, company, key, "payouts.payout", made.id, moment(at), legs)
        else:
            self._earned(company, made.gross)
        self._hold(company, account, made.gross, key, made.id, journal, made.asked_at, at)

    def _hold(
        self,
        company: int,
        account: Account,
        amount: int,
        key: str,
        reference: str,
        journal: str | None,
        asked_at: int,
        ended_at: int,
    ) -> None:
        """A hold as it stands; ``ended_at`` 0: it is open."""
        self.sheets.add(
            "ledger_hold",
            uuid7_at(asked_at, self._rng.getrandbits(80)),
            company,
            account.id,
            amount,
            "captured" if journal else "voided" if ended_at else "open",
            key,
            _NO_HASH,
            reference,
            journal,
            moment(asked_at),
            moment(ended_at) if ended_at else None,
        )

    def _post(
        self,
        at: int,
        company: int,
        key: str,
        kind: str,
        reference: str,
        effective: str,
        legs: list[tuple[Account, int]],
    ) -> str:
        journal, time = uuid7_at(at, self._rng.getrandbits(80)), moment(at)
        self.sheets["ledger_journal"].append(
            f"{journal}\t{company}\t{len(legs)}\t{key}\t{_NO_HASH}\t{kind}\t{reference}\t{effective}\t{time}\n"
        )
        entries = self.sheets["ledger_entry"]
        for leg, (account, amount) in enumerate(legs, 1):
            if account.hot:
                entries.append(f"{journal}\t{account.id}\t{amount}\tBRL\t{NULL}\t{NULL}\t{time}\t{company}\t{leg}\n")
            else:
                account.posted += amount
                account.version += 1
                account.last = at
                place = f"{account.version}\t{account.posted}"
                entries.append(f"{journal}\t{account.id}\t{amount}\tBRL\t{place}\t{time}\t{company}\t{leg}\n")
        return journal
