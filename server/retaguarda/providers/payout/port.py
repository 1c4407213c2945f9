"""The port through which money leaves: a Pix by key or by account, under an id of ours, so that a repetition pays once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

AccountType = Literal["CACC", "SVGS", "TRAN"]


@dataclass(frozen=True, slots=True)
class Account:
    """Where a Pix goes, as ``DadosBancariosRecebedor`` of API Pix names it.

    Attributes:
        ispb: of the bank, eight places.
        branch: at most four digits, without its check digit.
        number: at most twenty digits with the check digit; a letter there is 0.
        type: CACC current, SVGS savings, TRAN payment account.
    """

    ispb: str
    branch: str
    number: str
    type: AccountType


@dataclass(frozen=True, slots=True)
class Order:
    """One Pix to be sent, once.

    Attributes:
        id: 1 to 35 letters and digits, ours: the provider's idempotency key.
        end_to_end_id: ours too, and written down before the first call.
        amount: centavos.
        to: a Pix key, or an account.
        holder_name, holder_document: who we expect to own it.
        compe: of the account's bank, three digits; empty where it has none.
        ted_purpose: of a TED (FEBRABAN P011).
    """

    id: str
    end_to_end_id: str
    amount: int
    to: str | Account
    holder_name: str
    holder_document: str
    message: str = ""
    compe: str = ""
    ted_purpose: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the provider says of an order.

    Attributes:
        at: when it was settled.
        code: of the refusal, ISO 20022 (AC03, AB09 …); empty where it names none.
        holder_name, holder_document: who owns the account, as the receiving bank says; empty where it is silent.
        ispb: of the receiving bank.
        by_file: its end comes in a return file, or as part of a lot; nobody is asked for it alone.
    """

    state: Literal["processing", "done", "refused"]
    at: datetime | None = None
    code: str = ""
    reason: str = ""
    holder_name: str = ""
    holder_document: str = ""
    ispb: str = ""
    by_file: bool = False


@dataclass(frozen=True, slots=True)
class Returned:
    """What came back of an order that was carried out (devolução). ``amount`` in centavos. ``ours``: the bank names no rtrId, and we made
    one out of what it says. ``code``: why, as the bank says; of a TED a number of the SPB."""

    rtr_id: str
    amount: int
    at: datetime | None = None
    ours: bool = False
    code: str = ""


class PayoutError(Exception):
    """``str()`` is one line for a person."""


class PayoutRefused(PayoutError):
    """The provider does not take the order as it is; nothing was sent, and nothing will be."""


class PayoutUnknown(PayoutError):
    """No answer that tells what was done: ask status() before anything else. ``retry_after`` in seconds, where named."""

    def __init__(self, reason: str, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class PayoutBusy(PayoutUnknown):
    """The provider takes no calls just now."""


class Payouts(Protocol):
    async def send(self, order: Order) -> Outcome:
        """Safe to repeat with the same order.

        Raises:
            PayoutRefused, PayoutUnknown, PayoutBusy.
        """
        ...

    async def status(self, order: Order) -> Outcome | None:
        """What became of an order; None: the provider has never heard of it.

        Raises:
            PayoutRefused, PayoutUnknown, PayoutBusy.
        """
        ...

    async def returned(self, order: Order) -> list[Returned]:
        """What came back of it and is settled.

        Raises:
            PayoutUnknown, PayoutBusy.
        """
        ...

    async def close(self) -> None: ...
