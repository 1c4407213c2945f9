"""API shapes of processors that pay: by API with credentials, order by order (``envio``) or in lots (``lots``), or by files (``cnab240``)."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.provider_accounts.model import (
    ClientInput,
    CredentialsInput,
    Name,
    Priority,
    ProcessorFailure,
    ProcessorHour,
    Secret,
)

ADAPTERS = ("envio", "cnab240", "lots")
METHODS = ("pix", "ted", "slip")

Adapter = Literal["envio", "cnab240", "lots"]
Methods = Annotated[list[Literal["pix", "ted", "slip"]], msgspec.Meta(min_length=1, max_length=3)]
LotMethods = Annotated[list[Literal["pix", "ted"]], msgspec.Meta(min_length=1, max_length=2)]
CutOff = Annotated[str, msgspec.Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Ispb = Annotated[str, msgspec.Meta(pattern="^[0-9A-Z]{8}$")]


class PayoutProcessorInput(CredentialsInput, forbid_unknown_fields=True, kw_only=True):
    """A processor that is called. ``ispb``: of the participant that pays; ``pix_key``: of the account that is debited."""

    name: Name
    ispb: Ispb
    priority: Priority = 100


class LotCredentialsInput(ClientInput, forbid_unknown_fields=True, kw_only=True):
    """With what a bank of lots is called. ``app_key``: of its gateway, beside the client (gw-dev-app-key)."""

    app_key: Secret


class LotProcessorInput(LotCredentialsInput, forbid_unknown_fields=True, kw_only=True):
    """A processor that takes lots by API, of the current account that is debited. ``methods``: what the
    bank's client is subscribed to. ``most_lines``: of one lot. ``last_sequence``: the
    highest request number that was ever used with this account; lots are numbered from there."""

    name: Name
    ispb: Ispb
    branch: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,5}$")]
    number: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,12}$")]
    number_digit: Annotated[str, msgspec.Meta(pattern="^[0-9X]$")]
    methods: LotMethods = msgspec.field(default_factory=lambda: ["pix"])
    most_lines: Annotated[int, msgspec.Meta(ge=1, le=320)] = 320
    last_sequence: Annotated[int, msgspec.Meta(ge=0, le=9_000_000)] = 0
    priority: Priority = 100


class FileProcessorInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A processor that gets files: the account that is debited, as the bank and its ``agreement`` (convênio) know it."""

    name: Name
    ispb: Ispb
    methods: Methods
    bank: Annotated[str, msgspec.Meta(pattern="^[0-9]{3}$")]
    agreement: Annotated[str, msgspec.Meta(pattern="^[0-9A-Za-z]{1,20}$")]
    holder_document: Annotated[str, msgspec.Meta(pattern="^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$")]
    holder_name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    branch: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,5}$")]
    branch_digit: Annotated[str, msgspec.Meta(pattern="^[0-9X]?$")] = ""
    number: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,12}$")]
    number_digit: Annotated[str, msgspec.Meta(pattern="^[0-9X]?$")] = ""
    priority: Priority = 100


class PayoutProcessorChange(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``version``: of the processor the person saw; a stale one is refused. ``cut_off``: the hour of Brasília from which it takes no new
    order on a business day, and none on other days; null: it takes orders at any hour. ``cost``: what it charges for one order.
    ``ted_cut_off``: the hour from which it takes no TED, which none takes on other days; left away, it stays. ``pays_ted``:
    whether it pays by TED, which one that gets files or lots may; left away, that stays."""

    name: Name
    priority: Priority
    cut_off: CutOff | None
    cost: Price | None
    ted_cut_off: CutOff | None = None
    pays_ted: bool | None = None
    version: int


class ProcessorTariff(msgspec.Struct):
    """A version of what a processor charges by a method; ``in_force``: today."""

    method: str
    version: int
    fixed: Money
    percent: str
    valid_from: date
    in_force: bool
    actor: str


class PayoutProcessorRules(msgspec.Struct):
    """The fields of a processor that a plan compares. ``tariffs``: the newest of each method, in one line."""

    name: str
    priority: int
    enabled: bool
    cut_off: str | None
    cost: Money | None
    ted_cut_off: str
    methods: list[str]
    payment_most: Money | None
    day_most: Money | None
    day_count_most: int | None
    tariffs: list[str]
    statement_account_id: UUID | None


class PayoutProcessor(msgspec.Struct, kw_only=True):
    """One processor without its secrets; ``pending``: new credentials wait for their test; ``testing``: a test runs."""

    id: UUID
    name: str
    adapter: Adapter
    methods: list[str]
    status: str
    enabled: bool
    ready: bool
    priority: int
    cut_off: str | None
    cost: Money | None
    ted_cut_off: str
    payment_most: Money | None
    day_most: Money | None
    day_count_most: int | None
    statement_account_id: UUID | None
    version: int
    ispb: str
    base_url: str | None
    token_url: str | None
    client_id: str | None
    pix_key: str | None
    bank: str | None
    agreement: str | None
    holder_document: str | None
    holder_name: str | None
    branch: str | None
    branch_digit: str | None
    number: str | None
    number_digit: str | None
    last_sequence: int
    most_lines: int | None
    certificate_subject: str | None
    certificate_expires_at: datetime | None
    testing: bool
    tested_at: datetime | None
    tested_ms: int | None
    test_error: str | None
    pending: bool
    pending_by: str | None
    pending_at: datetime | None
    pending_error: str | None
    created_at: datetime


class ProcessorLot(msgspec.Struct):
    """A lot in the record of its processor. ``request_number``: its number at the bank; ``waiting``: lines without an end."""

    id: UUID
    state: Literal["collected", "submitted", "released", "closed", "refused"]
    request_number: int
    method: Literal["pix", "ted"]
    lines: int
    waiting: int
    amount: Money
    created_at: datetime
    released_at: datetime | None
    ended_at: datetime | None
    last_error: str | None


class StatementAccount(msgspec.Struct):
    """A house account whose statement may tell what a processor charges."""

    id: UUID
    name: str


class PayoutProcessorRecord(PayoutProcessor, kw_only=True):
    """``hours``: the last 24 with requests. ``open_orders``: its orders without an end, also when it is drained. ``lots``: the newest.
    ``today_orders`` and ``today_amount``: what of its limits of a day is taken; null: it has none. ``float_amount``: what its bank said at
    ``float_at`` that the account holds. ``cost_30_days``: of the orders that it carried out. ``merchants``: those of these 30 days."""

    open_orders: int
    open_amount: Money
    hours: list[ProcessorHour]
    failures: list[ProcessorFailure]
    lots: list[ProcessorLot]
    tariffs: list[ProcessorTariff]
    today_orders: int | None
    today_amount: Money | None
    float_amount: Money | None
    float_at: datetime | None
    cost_30_days: Money
    merchants: int
    statement_accounts: list[StatementAccount]
