"""What the API takes and answers. Written by `make generate` from the merchants' contract; not edited by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NotRequired, TypedDict

#: What a list is filtered by: one value, or several.
Filter = str | int | bool | Sequence[str]


class AccountInput(TypedDict):
    """``ispb`` of the bank; ``branch`` and ``number`` without their check digits; ``digit`` is the account's check digit (X or P where the bank writes a letter)."""

    ispb: str
    account_type: Literal["CACC", "SVGS", "TRAN"]
    branch: str
    number: str
    digit: str


class AgreedPart(TypedDict):
    """``name`` is null for the merchant. ``amount``: of the charge's amount. ``rounding``: takes the odd cents."""

    recipient: str | None
    name: str | None
    kind: Literal["fixed", "percent", "remainder"]
    value: int
    amount: Money
    rounding: bool


class ArchivedMessages(TypedDict):
    """Messages of a charge, as the archive of these months has them; ``more``: there are others beyond these."""

    months: list[str]
    messages: list[Message]
    more: bool


class Awaiting(TypedDict):
    """The body of every 202 response."""

    request: RequestMade
    message: NotRequired[Literal["awaiting_approval"]]
    statusCode: NotRequired[int]
    status: NotRequired[bool]


class BatchProgress(TypedDict):
    """Payouts of the batch by how far they are; ``back`` is what came back of them."""

    waiting: int
    sent: int
    done: int
    failed: int
    done_amount: Money
    failed_amount: Money
    back: Money


class BatchRefusal(TypedDict):
    """How the latest request to submit a batch ended without it: ``rejected`` by ``actor`` for a ``reason``, ``expired``, or ``failed``, approved but refused when it was to be done, with the code of the ``error``."""

    request: str
    status: Literal["expired", "failed", "rejected"]
    at: str
    actor: str | None
    reason: str | None
    error: str | None


class BatchRequest(TypedDict):
    """The request to submit a batch that waits for others: at least ``missing`` people still have to approve it."""

    id: str
    missing: int


class BatchStop(TypedDict):
    """Who stopped the rest of a batch. ``lines``: those that never leave for it, whether they were payments already or not."""

    at: str
    by: str
    reason: str | None
    lines: int


class BroughtPaymentInput(TypedDict):
    """``amount`` is what arrives. ``external_id``: the merchant's own id, unique for ever, by which people know it."""

    key: NotRequired[BankAccountsKeyInput | None]
    account: NotRequired[AccountInput | None]
    code: NotRequired[str | None]
    holder_name: NotRequired[str | None]
    holder_document: NotRequired[str | None]
    method: NotRequired[Literal["pix", "ted"]]
    ted_purpose: NotRequired[
        Literal["00001", "00002", "00003", "00004", "00005", "00006", "00007", "00008", "00010", "00101"] | None
    ]
    tags: NotRequired[list[str]]
    cost_centre: NotRequired[str | None]
    priority: NotRequired[Literal["high", "low", "normal"]]
    amount: Price
    external_id: str
    description: NotRequired[str | None]
    scheduled_for: NotRequired[str | None]


class CalendarDay(TypedDict):
    """What is due on a day and what of it was received: amounts in minor units, and counts."""

    day: str
    expected: Money
    expected_count: int
    received: Money
    received_count: int
    refused_count: int


class CaseOfCharge(TypedDict):
    """A dispute (MED) over a payment of a charge; /v1/payin/disputes has its details."""

    id: str
    status: str
    amount: Money
    blocked: Money
    returned: Money
    due_at: str | None


class CategorySum(TypedDict):
    """Lines of one category among the exceptions, and what they would pay."""

    category: str
    count: int
    amount: Money


class Charge(TypedDict):
    """A charge in lists and in responses to Commands."""

    id: str
    created_at: str
    txid: str
    end_to_end_id: str | None
    payer_name: str | None
    payer_document: str | None
    method: str
    kind: str
    due_date: str | None
    status: str
    reference: str | None
    description: str | None
    amount: Money
    fee: Money
    net: Money
    refunded: Money
    expires_at: str
    paid_at: str | None
    processor: str
    company_id: int
    last_error: str | None


class ChargeInput(TypedDict):
    """The payer sees ``description`` (solicitacaoPagador). ``expires_in``: seconds, one minute to 30 days; defaults to the merchant's."""

    amount: Price
    payer: NotRequired[PayerInput | None]
    description: NotRequired[str | None]
    reference: NotRequired[str | None]
    expires_in: NotRequired[int | None]
    split: NotRequired[Split | None]


class ChargeRecord(Charge):
    """A charge with its details. Documents are complete here, masked in lists. ``refundable``: what can be refunded now, without ``awaiting_approval``, which the ``refund_requests`` reserve. ``split``: its shares as agreed, empty when all is the merchant's; ``shares``: those of each payment. ``archived_months``: as 2026-01; what was said in these with the provider is in the archive alone."""

    due: DueTerms | None
    split: list[AgreedPart]
    shares: list[PaymentShare]
    static_code: str | None
    batch: str | None
    location: str | None
    br_code: str | None
    cancel_requested: bool
    refundable: Money
    awaiting_approval: Money
    refund_requests: list[RefundAsked]
    payments: list[Payment]
    refunds: list[Refund]
    entries: list[Entry]
    timeline: list[TimelineMoment]
    messages: list[Message]
    med: NotRequired[list[CaseOfCharge]]
    archived_months: NotRequired[list[str]]


class ChargeTold(TypedDict):
    """A charge. ``amount`` is what the payer is charged, ``refunded`` the part returned."""

    object: Literal["charge"]
    id: str
    txid: str
    status: str
    reference: str | None
    amount: Money
    refunded: Money
    end_to_end_id: str | None
    created_at: str
    expires_at: str
    paid_at: str | None


class CheckoutKey(TypedDict):
    """``key`` null: none was made yet. It is no secret: it reads one charge at a time, whose id one must know."""

    key: str | None
    origins: list[str]
    created_at: str | None


class Code(TypedDict):
    """A QR code: ``size`` modules each way, quiet zone included; ``path`` draws the dark ones, as SVG."""

    size: int
    path: str


class Confirmation(TypedDict):
    """What a look-up found. ``score`` in hundredths; a CPF is masked to its six middle digits on its way in. ``end_to_end_id``: the look-up named it; the order that follows within 15 minutes carries it."""

    match_class: Literal["close", "impossible", "match", "no"]
    score: int
    reordered: bool
    pairs: list[NamePair]
    expected_name: str
    found_name: str | None
    owner: Literal["agree", "differ", "unknown"]
    owner_document: str | None
    owner_kind: Literal["company", "person"] | None
    participant: str | None
    key_created_at: str | None
    owned_since: str | None
    history: PayeeHistory | None
    problem: Literal["directory_silent", "key_unknown", "lookups_spent", "no_key"] | None
    end_to_end_id: str | None
    looked_up_at: str


class DayCost(TypedDict):
    """What the payer owes on a day."""

    day: str
    fine: Money
    interest: Money
    reduction: Money
    discount: Money
    total: Money


class Delivery(TypedDict):
    """``attempts``: all attempts so far; ``last_status`` and ``last_error`` are of the latest. ``next_at``: next attempt of a waiting delivery."""

    id: str
    endpoint_id: str
    event_id: str
    type: str
    subject_id: str
    status: str
    attempts: int
    last_status: int | None
    last_error: str | None
    next_at: str | None
    created_at: str
    ended_at: str | None
    company_id: int


class DeliveryRecord(Delivery):
    """A delivery with its attempts. ``body`` exactly as it is sent and signed."""

    url: str
    body: str
    tries: list[WebhooksAttempt]


class DepositTold(TypedDict):
    """A deposit. ``end_to_end_id`` is null where a bank's return file or another merchant brought it instead of a Pix."""

    object: Literal["deposit"]
    id: str
    status: str
    end_to_end_id: str | None
    amount: Money
    received_at: str


class DiscountStep(TypedDict):
    """A discount that holds through the day ``until``."""

    until: str
    value: int


class DiscountTerm(TypedDict):
    """``mode`` 1, 2: an amount, a percentage until up to three days (``steps``); 3, 4: an amount for each day, business day before the due date (``value``); 5, 6: a percentage for each of them."""

    mode: int
    value: NotRequired[int | None]
    steps: NotRequired[list[DiscountStep] | None]


class DueTerms(TypedDict):
    """The terms of a due charge: ``last_day`` is the last on which it can be paid; its cost today, and on the days where that changes. ``revising``: the provider has not responded to a revision yet; ``revision_error``: why it refused the last one."""

    valid_days: int
    last_day: str
    revision: int
    terms: Terms
    today: DayCost | None
    days: list[DayCost]
    address: dict[str, str] | None
    revising: bool
    revision_error: str | None


class EnableInput(TypedDict):
    """``send_held``: send now what was held while the endpoint was off."""

    send_held: NotRequired[bool]


class Endpoint(TypedDict):
    """``grace_until``: until then the former secret signs too. ``waiting``: deliveries still to be sent."""

    id: str
    url: str
    description: str | None
    events: list[str]
    status: str
    failing_since: str | None
    last_success_at: str | None
    grace_until: str | None
    waiting: int
    created_at: str
    created_by: str
    company_id: int


class EndpointInput(TypedDict):
    """We POST events to ``url``: https, a public address, no redirects."""

    url: str
    events: list[
        Literal[
            "charge.cancelled",
            "charge.created",
            "charge.expired",
            "charge.failed",
            "charge.paid",
            "charge.pending",
            "charge.under_review",
            "deposit.credited",
            "incident.announced",
            "med_case.agreed",
            "med_case.cancelled",
            "med_case.disagreed",
            "med_case.expired",
            "med_case.opened",
            "med_case.partly_returned",
            "med_case.recovering",
            "med_case.returned",
            "payee.blocked",
            "payee.checked",
            "payee.created",
            "payee.owner_changed",
            "payee.unblocked",
            "payout.cancelled",
            "payout.created",
            "payout.done",
            "payout.failed",
            "payout.on_hold",
            "payout.partly_returned",
            "payout.queued",
            "payout.rejected",
            "payout.returned",
            "payout_batch.authorised",
            "payout_batch.cancelled",
            "payout_batch.done",
            "payout_batch.done_in_part",
            "payout_batch.expired",
            "payout_batch.paused",
            "payout_batch.planned",
            "payout_batch.running",
            "payout_batch.unreadable",
            "recurrence.approved",
            "recurrence.cancelled",
            "recurrence.created",
            "recurrence.expired",
            "recurrence.rejected",
            "recurring_charge.active",
            "recurring_charge.cancelled",
            "recurring_charge.created",
            "recurring_charge.expired",
            "recurring_charge.paid",
            "recurring_charge.rejected",
            "refund.created",
            "refund.failed",
            "refund.settled",
            "withdrawal.blocked",
            "withdrawal.cancelled",
            "withdrawal.created",
            "withdrawal.done",
            "withdrawal.failed",
            "withdrawal.in_bank_processing",
            "withdrawal.partly_returned",
            "withdrawal.pending",
            "withdrawal.returned",
        ]
    ]
    description: NotRequired[str | None]


class EndpointRecord(Endpoint):
    """An endpoint with its fifty newest deliveries and its timeline."""

    deliveries: list[Delivery]
    timeline: list[WebhooksMoment]


class EndpointTold(TypedDict):
    """The payload of a test event: the endpoint itself."""

    object: Literal["endpoint"]
    id: str


class EndpointWithSecret(Endpoint):
    """``secret`` is shown once; null when this response repeats an earlier one under the same idempotency key."""

    secret: str | None


class Entry(TypedDict):
    """One leg of a journal; ``debit`` or ``credit`` is set. ``owner``: the recipient who owns the account. ``balance_after`` is null for hot accounts."""

    journal_id: str
    account: str
    kind: str
    debit: Money | None
    credit: Money | None
    balance_after: Money | None
    at: str
    owner: NotRequired[str | None]


class ErrorBody(TypedDict):
    statusCode: int
    message: str | dict[str, list[str]]
    error: str
    request_id: str
    status: NotRequired[bool]


class FineTerm(TypedDict):
    """``mode`` 1: an amount; 2: a percentage."""

    mode: int
    value: int


class IncidentTold(TypedDict):
    """Minutes in which a service of ours did not work, as it was announced. ``ended_at`` is null while it goes on."""

    object: Literal["incident"]
    id: str
    number: int
    service: str
    status: str
    planned: bool
    began_at: str
    ended_at: str | None
    told_at: str


class InterestTerm(TypedDict):
    """``mode`` 1: an amount a day; 2, 3, 4: a percentage a day, month, year; 5 to 8: the same, of business days."""

    mode: int
    value: int


class MedCaseTold(TypedDict):
    """A received dispute. ``due_at``: deadline of the next step, which is the merchant's while ``status`` is ``to_answer``."""

    object: Literal["med_case"]
    id: str
    charge_id: str | None
    end_to_end_id: str
    status: str
    reason: str
    amount: Money
    blocked: Money
    agreed: Money | None
    returned: Money
    opened_at: str
    due_at: str | None
    ended_at: str | None


class Message(TypedDict):
    """One exchange with a payment provider."""

    at: str
    direction: str
    method: str
    url: str
    status: int | None
    request: Any
    response: Any
    error: str | None


class ChargeMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal[
        "charge.cancelled",
        "charge.created",
        "charge.expired",
        "charge.failed",
        "charge.paid",
        "charge.pending",
        "charge.under_review",
    ]
    created_at: str
    company_id: int
    data: ChargeTold


class DepositMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal["deposit.credited"]
    created_at: str
    company_id: int
    data: DepositTold


class EndpointMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal["webhook.test"]
    created_at: str
    company_id: int
    data: EndpointTold


class IncidentMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal["incident.announced"]
    created_at: str
    company_id: int
    data: IncidentTold


class MedCaseMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal[
        "med_case.agreed",
        "med_case.cancelled",
        "med_case.disagreed",
        "med_case.expired",
        "med_case.opened",
        "med_case.partly_returned",
        "med_case.recovering",
        "med_case.returned",
    ]
    created_at: str
    company_id: int
    data: MedCaseTold


class PayeeMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal["payee.blocked", "payee.checked", "payee.created", "payee.owner_changed", "payee.unblocked"]
    created_at: str
    company_id: int
    data: PayeeTold


class PayoutBatchMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal[
        "payout_batch.authorised",
        "payout_batch.cancelled",
        "payout_batch.done",
        "payout_batch.done_in_part",
        "payout_batch.expired",
        "payout_batch.paused",
        "payout_batch.planned",
        "payout_batch.running",
        "payout_batch.unreadable",
    ]
    created_at: str
    company_id: int
    data: PayoutBatchTold


class PayoutMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal[
        "payout.cancelled",
        "payout.created",
        "payout.done",
        "payout.failed",
        "payout.on_hold",
        "payout.partly_returned",
        "payout.queued",
        "payout.rejected",
        "payout.returned",
    ]
    created_at: str
    company_id: int
    data: PayoutTold


class RecurrenceMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal[
        "recurrence.approved", "recurrence.cancelled", "recurrence.created", "recurrence.expired", "recurrence.rejected"
    ]
    created_at: str
    company_id: int
    data: RecurrenceTold


class RecurringChargeMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal[
        "recurring_charge.active",
        "recurring_charge.cancelled",
        "recurring_charge.created",
        "recurring_charge.expired",
        "recurring_charge.paid",
        "recurring_charge.rejected",
    ]
    created_at: str
    company_id: int
    data: RecurringChargeTold


class RefundMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal["refund.created", "refund.failed", "refund.settled"]
    created_at: str
    company_id: int
    data: RefundTold


class WithdrawalMessage(TypedDict):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery was created."""

    id: str
    type: Literal[
        "withdrawal.blocked",
        "withdrawal.cancelled",
        "withdrawal.created",
        "withdrawal.done",
        "withdrawal.failed",
        "withdrawal.in_bank_processing",
        "withdrawal.partly_returned",
        "withdrawal.pending",
        "withdrawal.returned",
    ]
    created_at: str
    company_id: int
    data: WithdrawalTold


class MetRule(TypedDict):
    name: str
    action: Literal["allow", "hold", "refuse", "route", "second_person", "warn"]


class Money(TypedDict):
    """``amount`` in minor units of the currency: centavos of BRL, whole yen of JPY."""

    amount: int
    currency: str


class NamePair(TypedDict):
    """One word of each name, or of one alone. ``points`` of ``weight``: hundredths of the whole that it earned."""

    expected: str | None
    found: str | None
    how: Literal[
        "abbreviation",
        "accent",
        "form",
        "initial",
        "missing",
        "near",
        "number",
        "other",
        "particle",
        "same",
        "spelling",
    ]
    points: int
    weight: int


class OrderRoute(TypedDict):
    """Why an order went to its processor, and by which version of the routes. Only staff see it."""

    reason: Literal["again", "fallback", "named", "order", "route"]
    version: NotRequired[str | None]
    number: NotRequired[int | None]
    group: NotRequired[str | None]
    passed: NotRequired[list[PassedProcessor]]
    facts: NotRequired[dict[str, bool | int | str]]


class OriginsInput(TypedDict):
    """``origins``: pages that may use the key, each https://host, with its port if it is not the default."""

    origins: list[str]


class PassedProcessor(TypedDict):
    """A processor that would have come first, and why it did not get the order."""

    processor: str
    name: str
    why: Literal[
        "certificate",
        "day_limit",
        "drained",
        "float_short",
        "hours",
        "method",
        "payment_limit",
        "refused_before",
        "unhealthy",
    ]


class PasteBatchInput(TypedDict):
    """``text``: a table with its headings, as a spreadsheet copies it."""

    name: str
    text: str
    mapping: NotRequired[str | None]


class PayOutInput(TypedDict):
    """``amount`` is what arrives; the fee is charged to the recipient's balance on top."""

    amount: Price
    description: NotRequired[str | None]


class PayeeHistory(TypedDict):
    """What other banks saw of the owner: settled Pix (rounded up by DICT), frauds reported and agreed to."""

    settlements_m6: int
    reported_frauds_d30: int
    confirmed_frauds_m6: int


class PayeeTold(TypedDict):
    """Somebody of the payee book. ``match_class``: the worst of its destinations' names; ``divergent``: fields that differ."""

    object: Literal["payee"]
    id: str
    status: str
    destinations: int
    match_class: str | None
    divergent: list[str]
    created_at: str
    checked_at: str | None
    owner_changed_at: str | None


class PayerInput(TypedDict):
    """The payer; ``document`` is a CPF or a CNPJ, with or without punctuation."""

    name: str
    document: str


class Payment(TypedDict):
    """One Pix payment of the charge."""

    end_to_end_id: str
    amount: Money
    fee: Money
    refunded: Money
    paid_at: str
    payer_name: str | None
    payer_document: str | None
    status: str
    review_reason: str | None


class PaymentCase(TypedDict):
    """What the bank did and this payment does not explain; ``status`` settled: it is booked where it belongs."""

    kind: str
    amount: Money
    status: str
    outcome: str | None
    opened_at: str


class PayoutPayment(TypedDict):
    """One payment as lists and Commands return it. ``status`` is the displayed state; ``gross`` is what leaves the balance: amount plus fee. The document is masked. ``inside``: no bank is asked, for whom it goes to has an account with us. ``ted_purpose``: of what was asked for as a TED, also where it left as a Pix. ``opens_at``: when a TED may leave that waits for the banks' hours."""

    id: str
    created_at: str
    company_id: int
    origin: str
    method: str
    status: str
    amount: Money
    fee: Money
    gross: Money
    returned: Money
    fee_back: bool
    holder_name: str
    holder_document: str
    kind: str
    ispb: str | None
    compe: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    barcode: str | None
    due_on: str | None
    purpose: str | None
    ted_purpose: str | None
    opens_at: str | None
    description: str | None
    external_id: str | None
    end_to_end_id: str | None
    scheduled_for: str | None
    ended_at: str | None
    fail_code: str | None
    last_error: str | None
    blocked_reason: str | None
    queued_reason: str | None
    hold_reason: str | None
    hold_until: str | None
    replaces: str | None
    batch_id: str | None
    batch_line: int | None
    payee_id: str | None
    inside: bool
    tags: list[str]
    cost_centre: str | None
    priority: Literal["high", "low", "normal"]
    actor: str


class PaymentRecord(PayoutPayment):
    """A payment with its attempts, returns, entries and timeline. ``first``: nothing was paid to this destination before. ``previous``: where its payee was paid until then, of a known payee. ``replaced_by``: the payment that repeats it. ``returns_error``: why a return could not be booked, for staff only. ``confirmation``: what the directory said of its key. ``rule_trace``: why rules judged it as they did, and ``routes``: why each order went to its processor, for staff only."""

    first: bool
    previous: PreviousDestination | None
    confirmation: Confirmation | None
    replaced_by: str | None
    orders: list[PayoutOrder]
    returns: list[PaymentReturn]
    cases: list[PaymentCase]
    returns_error: str | None
    rule_trace: RuleTrace | None
    routes: list[PaymentRoute]
    entries: list[Entry]
    timeline: list[TimelineMoment]


class PaymentReturn(TypedDict):
    """What the receiver's bank returned, or the receiver itself where it is another merchant. ``code``: why, as the bank says; of a TED a number of the SPB. ``reason``: why, as the receiver says. ``claim_id``: the opened dispute (MED) that it settles."""

    rtr_id: str
    code: str | None
    reason: str | None
    amount: Money
    returned_at: str
    booked_at: str
    claim_id: str | None


class PaymentRoute(TypedDict):
    """Where an order of a payment went, and why; ``route`` is null for orders from before there were routes. ``cost``: null until it is carried out, and where nobody has said what the processor charges."""

    attempt: int
    processor: str
    route: OrderRoute | None
    cost: Money | None


class PaymentShare(TypedDict):
    """One share of one payment. ``fee``: what of the payment's fee it bears. ``reduced``: too little came for the agreed share. ``refunded``: refunded or being refunded; ``carried``: of that, what the merchant bore because the recipient's balance did not cover it."""

    payment: str
    recipient: str | None
    name: str | None
    kind: Literal["fixed", "percent", "remainder"]
    value: int
    amount: Money
    fee: Money
    refunded: Money
    carried: Money
    reduced: bool
    rounding: bool
    paid_at: str


class PayoutBatch(TypedDict):
    """One batch. ``total`` leaves the balance: ``amount`` and ``fee`` of the lines that would go. ``root`` and ``plan_hash`` name what is approved; ``turned`` of ``good`` lines are payouts already."""

    id: str
    created_at: str
    name: str
    source: str
    size: int
    sha256: str | None
    format: str | None
    status: str
    error: PayoutFileDamage | None
    same_as: str | None
    similar_to: str | None
    similar_lines: int | None
    replaces: str | None
    read_lines: int
    lines: int
    good: int
    bad: int
    warned: int
    excluded: int
    first_time: int
    amount: Money
    fee: Money
    total: Money
    choice: Literal["all", "good"]
    root: str | None
    plan_hash: str | None
    turned: int
    actor: str
    planned_at: str | None
    authorised_at: str | None
    authorised_by: str | None
    ended_at: str | None
    company_id: int


class PayoutBatchRecord(PayoutBatch):
    """A batch with its exceptions, the progress of its payouts and its timeline. ``mapping``: name and version of its template. ``looked``: categories of exceptions that the principal has opened in this plan; who approves has opened all. ``refused``: why a batch that was not submitted is not, where somebody asked for it. ``stopped``: by whom its rest was stopped, if it was. ``to_send_again``: lines that a new batch of the failed would have."""

    mapping: str | None
    waits_for: BatchRequest | None
    refused: BatchRefusal | None
    stopped: BatchStop | None
    to_send_again: int
    categories: list[CategorySum]
    looked: list[str]
    progress: BatchProgress
    timeline: list[TimelineMoment]


class PayoutBatchTold(TypedDict):
    """A batch of payments: ``good`` of its ``lines`` leave, ``turned`` are payments; ``done`` and ``failed`` count at its end."""

    object: Literal["payout_batch"]
    id: str
    status: str
    source: str
    replaces: str | None
    lines: int
    good: int
    bad: int
    amount: Money
    fee: Money
    turned: int
    done: int
    failed: int
    created_at: str
    authorised_at: str | None
    ended_at: str | None


class PayoutFileDamage(TypedDict):
    """Why a file cannot be read; ``line`` and ``column`` count from one, 0 where none is meant."""

    code: str
    line: int
    column: int
    detail: str


class PayoutOrder(TypedDict):
    """One payout order sent to the bank. ``code`` and ``reason`` explain a refusal."""

    id: str
    attempt: int
    end_to_end_id: str | None
    provider_id: str
    state: Literal["done", "processing", "refused", "sending"]
    code: str | None
    reason: str | None
    created_at: str
    ended_at: str | None


class PayoutTold(TypedDict):
    """A payment to somebody. ``origin``: ``payout`` by itself, or of a ``batch`` or ``split``; ``external_id`` is yours. ``returned``: the part of the amount that came back; the status stays ``done``."""

    object: Literal["payout"]
    id: str
    status: str
    origin: str
    external_id: str | None
    batch_id: str | None
    amount: Money
    fee: Money
    returned: Money
    end_to_end_id: str | None
    fail_code: str | None
    created_at: str
    scheduled_for: str | None
    ended_at: str | None


class PreviousDestination(TypedDict):
    """Where the payee was paid last, before the destination changed. ``last_paid_at`` null: it stands in the payee book alone, masked as there."""

    kind: str
    ispb: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    last_paid_at: str | None


class Price(TypedDict):
    """Money asked of somebody in Brazil: from one minor unit to the most API Pix can carry."""

    amount: int
    currency: NotRequired[Literal["BRL"]]


class PublicCharge(TypedDict):
    """What a payer's page gets of a charge. ``br_code`` and ``code`` while it can be paid; ``final``: stop polling."""

    id: str
    status: str
    final: bool
    amount: Money
    merchant: str
    expires_at: str
    paid_at: str | None
    br_code: str | None
    code: Code | None


class ReasonInput(TypedDict):
    """The input of a Command that only asks for a reason."""

    reason: str


class Recipient(TypedDict):
    """``balance`` is available for payouts; ``received`` sums its shares of all payments. The document is complete here, masked in lists."""

    id: str
    created_at: str
    name: str
    document: str
    status: str
    reason: str | None
    bank_account_id: str
    received: Money
    balance: Money
    on_hold: Money
    company_id: int


class RecipientAccount(TypedDict):
    """The account of its payouts. ``reason``: why the account was rejected."""

    kind: str
    bank_name: str | None
    ispb: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    pix_key_kind: str | None
    status: str
    reason: str | None
    usable: bool
    usable_from: str


class RecipientChange(TypedDict):
    """The fields to change. The document cannot change: another document is another recipient."""

    name: NotRequired[str | None]
    account: NotRequired[AccountInput | None]
    key: NotRequired[BankAccountsKeyInput | None]


class RecipientInput(TypedDict):
    """Either ``account`` or ``key``, owned by the recipient. ``document`` is a CPF or a CNPJ, with or without punctuation."""

    name: str
    document: str
    account: NotRequired[AccountInput | None]
    key: NotRequired[BankAccountsKeyInput | None]


class RecipientRecord(Recipient):
    """A recipient with its details. ``returned``: for refunds; ``carried``: the part of refunds that its balance did not cover; ``fee``: of one payout. ``shares`` holds the newest of ``share_count``."""

    account: RecipientAccount
    returned: Money
    carried: Money
    paid_out: Money
    fee: Money
    shares: list[RecipientShare]
    share_count: int
    payouts: list[Transfer]
    entries: list[Entry]
    timeline: list[TimelineMoment]


class RecipientShare(PaymentShare):
    """A share of a ``charge``, or of a recurring charge: ``schedule``. ``payer_name``: as the payer's bank told it."""

    charge: str | None
    schedule: str | None
    payer_name: str | None


class Recurrence(TypedDict):
    """A recurrence in lists and in responses to Commands. ``ended_by``: who ended it, in the words of API Pix."""

    id: str
    created_at: str
    id_rec: str | None
    contract: str
    object: str | None
    payer_name: str
    payer_document: str
    periodicity: str
    starts_on: str
    ends_on: str | None
    amount: Money | None
    minimum: Money | None
    retry_policy: str
    agreement: str | None
    journey: str
    automatic: bool
    next_due: str | None
    status: str
    end_code: str | None
    processor: str
    company_id: int
    last_error: str | None


class RecurrenceInput(TypedDict):
    """``amount``: of each cycle; ``minimum``: the lowest limit a payer may set, for amounts that vary. At most one of them. ``contract`` is the number by which the payer knows the agreement, ``object`` what is sold. ``automatic``: we create each cycle's charge, 10 days before it is due; it requires ``amount``. ``charge``: for JORNADA_3 the open charge that the payer pays with the authorisation; for JORNADA_4 the one whose code offers it too. ``split``: of every cycle."""

    contract: str
    payer: PayerInput
    starts_on: str
    periodicity: Literal["ANUAL", "MENSAL", "SEMANAL", "SEMESTRAL", "TRIMESTRAL"]
    journey: NotRequired[Literal["JORNADA_1", "JORNADA_2", "JORNADA_3", "JORNADA_4"]]
    object: NotRequired[str | None]
    ends_on: NotRequired[str | None]
    amount: NotRequired[Price | None]
    minimum: NotRequired[Price | None]
    retry_policy: NotRequired[Literal["NAO_PERMITE", "PERMITE_3R_7D"]]
    agreement: NotRequired[str | None]
    automatic: NotRequired[bool]
    charge: NotRequired[str | None]
    split: NotRequired[Split | None]


class RecurrenceRecord(Recurrence):
    """A recurrence with its requests, charges, timeline and provider messages. Documents are complete here, masked in lists."""

    br_code: str | None
    split: list[AgreedPart]
    payer_bank: str | None
    payer_bank_name: str | None
    approved_at: str | None
    ended_at: str | None
    ended_by: str | None
    end_reason: str | None
    cancel_requested: bool
    code_wanted: bool
    requests: list[Request]
    charges: list[RecurringCharge]
    timeline: list[TimelineMoment]
    messages: list[Message]
    archived_months: NotRequired[list[str]]


class RecurrenceTold(TypedDict):
    """A recurrence. ``amount`` is null where each cycle has its own."""

    object: Literal["recurrence"]
    id: str
    id_rec: str | None
    status: str
    contract: str
    periodicity: str
    starts_on: str
    ends_on: str | None
    amount: Money | None


class RecurringCharge(TypedDict):
    """The charge of one cycle, counted from 0. ``end_code``: why it was rejected or cancelled."""

    id: str
    created_at: str
    recurrence_id: str
    txid: str
    cycle: int
    due_on: str
    amount: Money
    paid: Money
    fee: Money
    status: str
    tries: int
    next_attempt: str | None
    paid_at: str | None
    end_to_end_id: str | None
    end_code: str | None
    by_hand: bool
    company_id: int
    last_error: str | None


class RecurringChargeInput(TypedDict):
    """``amount`` defaults to the recurrence's. ``adjusts``: a due day that is no business day moves to the next. The payer sees ``info``."""

    due_on: str
    amount: NotRequired[Price | None]
    info: NotRequired[str | None]
    adjusts: NotRequired[bool]


class RecurringChargeRecord(RecurringCharge):
    """``retries_left`` 0: no retry is possible. ``last_retry_day``: the last day for one. ``refundable``: of what it received, without what ``refund_requests`` reserve."""

    contract: str
    payer_name: str
    payer_document: str
    id_rec: str | None
    info: str | None
    split: list[AgreedPart]
    shares: list[PaymentShare]
    adjusts: bool
    ended_at: str | None
    ended_by: str | None
    end_reason: str | None
    cancel_requested: bool
    cancellable: bool
    retries_left: int
    last_retry_day: str
    retry_on: str | None
    refundable: Money
    awaiting_approval: Money
    refund_requests: list[RefundAsked]
    refunds: list[Refund]
    tries_made: list[RecurrencesAttempt]
    entries: list[Entry]
    timeline: list[TimelineMoment]
    messages: list[Message]
    archived_months: NotRequired[list[str]]


class RecurringChargeTold(TypedDict):
    """A recurring charge. ``end_code``: why it was rejected or cancelled, by the Central Bank's codes."""

    object: Literal["recurring_charge"]
    id: str
    recurrence_id: str
    txid: str
    status: str
    due_on: str
    amount: Money
    end_to_end_id: str | None
    paid_at: str | None
    end_code: str | None


class RecurringRefundInput(TypedDict):
    """The payer sees ``reason``."""

    amount: Price
    reason: NotRequired[str | None]


class Refund(TypedDict):
    """``carried``: the part of a split payment's refund that the merchant bears because its recipients' balances did not cover it; null: none."""

    id: str
    end_to_end_id: str
    amount: Money
    status: str
    reason: str | None
    created_at: str
    settled_at: str | None
    rtr_id: str | None
    error: str | None
    carried: NotRequired[Money | None]


class RefundAsked(TypedDict):
    """A refund that waits for approval. ``id``: of the approval; ``mine``: the principal made it; ``visible``: the principal may see the approval."""

    id: str
    amount: Money
    maker: str
    mine: bool
    visible: bool
    created_at: str
    expires_at: str


class RefundInput(TypedDict):
    """``amount`` defaults to all that is left. ``end_to_end_id`` selects a payment of the charge; it defaults to the first with enough left."""

    amount: NotRequired[Price | None]
    reason: NotRequired[str | None]
    end_to_end_id: NotRequired[str | None]


class RefundTold(TypedDict):
    """A refund. ``charge_id`` is null for a payment without a charge; ``rtr_id`` is the refund's number between banks."""

    object: Literal["refund"]
    id: str
    charge_id: str | None
    status: str
    amount: Money
    end_to_end_id: str
    rtr_id: str | None
    created_at: str
    settled_at: str | None


class ReplayInput(TypedDict):
    """Select deliveries created from ``since`` until ``until`` whose status is one of ``states``."""

    since: str
    until: str
    states: list[Literal["delivered", "failed", "held"]]


class Replayed(TypedDict):
    """``count``: deliveries that are sent again."""

    count: int


class Request(TypedDict):
    id: str
    id_solic_rec: str | None
    status: str
    bank: str
    branch: str | None
    account: str
    expires_at: str
    created_at: str
    error: str | None


class RequestInput(TypedDict):
    """The payer's account: ``bank`` is its ISPB, 8 digits or capitals; ``branch`` without check digit. The request expires after ``hours``."""

    bank: str
    account: str
    branch: NotRequired[str | None]
    hours: NotRequired[int]


class RequestMade(TypedDict):
    """``approvals``: how many people at least have to approve."""

    id: str
    expires_at: str
    approvals: int


class RuleTrace(TypedDict):
    """Why a payment was judged as it was: the version, the facts, and the rules it met. For staff alone."""

    number: int
    version_id: str
    action: Literal["allow", "hold", "refuse", "route", "second_person", "warn"]
    met: list[MetRule]
    facts: dict[str, bool | int | str]
    judged_at: str


class Split(TypedDict):
    """The merchant gets what no part takes. ``rounding``: the recipient that takes the odd cents of percentages; null: the merchant."""

    parts: list[SplitPart]
    rounding: NotRequired[str | None]


class SplitPart(TypedDict):
    """``value``: minor units of a fixed part, basis points of a percentage, 0 for the remainder. ``recipient`` null: the merchant."""

    kind: Literal["fixed", "percent", "remainder"]
    value: NotRequired[int]
    recipient: NotRequired[str | None]


class SplitRule(TypedDict):
    """A saved split. ``agreed`` gives each share, of R$ 100.00."""

    id: str
    created_at: str
    name: str
    split: Split
    agreed: list[AgreedPart]
    company_id: int


class SplitRuleInput(TypedDict):
    name: str
    split: Split


class StartInput(TypedDict):
    """A new first day, only before the payer approves."""

    starts_on: str


class Terms(TypedDict):
    """``reduction`` (abatimento) applies on every day, ``discount`` up to the due date, ``fine`` and ``interest`` after it."""

    fine: NotRequired[FineTerm | None]
    interest: NotRequired[InterestTerm | None]
    reduction: NotRequired[FineTerm | None]
    discount: NotRequired[DiscountTerm | None]


class Transfer(TypedDict):
    """One withdrawal as lists and Commands return it. ``gross`` is what leaves the balance: amount and fee. ``returned``: the part of the amount that was returned since."""

    id: str
    created_at: str
    end_to_end_id: str | None
    method: str
    bank_account_id: str
    holder_name: str
    holder_document: str
    kind: str
    ispb: str | None
    compe: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    gross: Money
    fee: Money
    amount: Money
    returned: Money
    status: str
    scheduled_for: str | None
    ended_at: str | None
    fail_code: str | None
    last_error: str | None
    blocked_reason: str | None
    description: str | None
    origin: str
    actor: str
    company_id: int


class WithdrawalTold(TypedDict):
    """A withdrawal. ``amount`` is what arrives, ``fee`` comes on top; ``end_to_end_id`` is of the newest payout order. ``returned``: the part of the amount that was returned; the status stays ``done``."""

    object: Literal["withdrawal"]
    id: str
    status: str
    bank_account_id: str
    amount: Money
    fee: Money
    returned: Money
    end_to_end_id: str | None
    fail_code: str | None
    created_at: str
    scheduled_for: str | None
    ended_at: str | None


class BankAccountsKeyInput(TypedDict):
    """``kind`` is required, because eleven digits may be a CPF or a phone number."""

    kind: Literal["cnpj", "cpf", "email", "evp", "phone"]
    value: str


class TimelineMoment(TypedDict):
    """``kind`` is the name of an event, ``data`` its payload without names and ids."""

    at: str
    kind: str
    actor: str
    data: dict[str, Any]


class RecurrencesAttempt(TypedDict):
    """One attempt to collect. ``kind``: AGND (scheduled), NTAG (retry on another day), RIFL (again on the same day)."""

    number: int
    settles_on: str | None
    kind: str
    end_to_end_id: str
    status: str
    code: str | None
    reason: str | None
    updated_at: str


class RecurrencesRetryInput(TypedDict):
    """``day``: after today, at most 7 days after the due day."""

    day: str


class WebhooksAttempt(TypedDict):
    """One attempt. ``answer``: the first 1,024 characters of the response. ``error``: why there was none."""

    number: int
    at: str
    duration_ms: int
    status: int | None
    error: str | None
    answer: str


class WebhooksMoment(TypedDict):
    at: str
    kind: str
    actor: str


class WebhooksRotateInput(TypedDict):
    """For this many minutes, messages are signed with the former secret too."""

    grace_minutes: int


class ChargeRow(TypedDict):
    id: str
    created_at: str | None
    txid: str | None
    end_to_end_id: str | None
    payer_name: str | None
    payer_document: str | None
    method: Literal["pix"]
    kind: Literal["immediate", "due", "static"]
    due_date: str | None
    status: Literal[
        "created", "pending", "paid", "expired", "cancelled", "under_review", "partially_refunded", "refunded", "failed"
    ]
    reference: str | None
    description: str | None
    amount: Money
    fee: Money
    net: Money
    refunded: Money
    has_refund: bool
    awaiting_approval: Money
    expires_at: str | None
    paid_at: str | None
    processor: str | None
    batch: str | None
    company_id: int | None
    company_name: str | None
    last_error: str | None


class RecipientRow(TypedDict):
    id: str
    created_at: str | None
    name: str | None
    document: str | None
    status: Literal["active", "suspended"]
    received: Money
    balance: Money
    on_hold: Money
    company_id: int | None
    company_name: str | None


class RecurrenceRow(TypedDict):
    id: str
    created_at: str | None
    id_rec: str | None
    contract: str | None
    object: str | None
    payer_name: str | None
    payer_document: str | None
    periodicity: Literal["SEMANAL", "MENSAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL"]
    starts_on: str | None
    ends_on: str | None
    amount: Money | None
    minimum: Money | None
    retry_policy: Literal["NAO_PERMITE", "PERMITE_3R_7D"]
    journey: Literal["JORNADA_1", "JORNADA_2", "JORNADA_3", "JORNADA_4"]
    agreement: str | None
    automatic: bool
    next_due: str | None
    failures: int | None
    status: Literal["created", "pending", "approved", "rejected", "expired", "cancelled", "failed"]
    end_code: str | None
    processor: str | None
    company_id: int | None
    company_name: str | None
    last_error: str | None


class SplitRuleRow(TypedDict):
    id: str
    created_at: str | None
    name: str | None
    parts: int | None
    receivers: str | None
    company_id: int | None
    company_name: str | None


class WebhookDeliveryRow(TypedDict):
    id: str
    created_at: str | None
    endpoint_id: str
    url: str | None
    type: Literal[
        "charge.created",
        "charge.pending",
        "charge.paid",
        "charge.expired",
        "charge.cancelled",
        "charge.failed",
        "charge.under_review",
        "refund.created",
        "refund.settled",
        "refund.failed",
        "withdrawal.created",
        "withdrawal.pending",
        "withdrawal.in_bank_processing",
        "withdrawal.done",
        "withdrawal.failed",
        "withdrawal.cancelled",
        "withdrawal.blocked",
        "withdrawal.returned",
        "withdrawal.partly_returned",
        "payout.created",
        "payout.queued",
        "payout.on_hold",
        "payout.done",
        "payout.failed",
        "payout.cancelled",
        "payout.rejected",
        "payout.returned",
        "payout.partly_returned",
        "payout_batch.planned",
        "payout_batch.unreadable",
        "payout_batch.authorised",
        "payout_batch.running",
        "payout_batch.paused",
        "payout_batch.done",
        "payout_batch.done_in_part",
        "payout_batch.cancelled",
        "payout_batch.expired",
        "payee.created",
        "payee.checked",
        "payee.owner_changed",
        "payee.blocked",
        "payee.unblocked",
        "deposit.credited",
        "recurrence.created",
        "recurrence.approved",
        "recurrence.rejected",
        "recurrence.expired",
        "recurrence.cancelled",
        "recurring_charge.created",
        "recurring_charge.active",
        "recurring_charge.paid",
        "recurring_charge.rejected",
        "recurring_charge.expired",
        "recurring_charge.cancelled",
        "med_case.opened",
        "med_case.agreed",
        "med_case.disagreed",
        "med_case.recovering",
        "med_case.returned",
        "med_case.partly_returned",
        "med_case.expired",
        "med_case.cancelled",
        "incident.announced",
        "webhook.test",
    ]
    subject_id: str | None
    event_id: str
    status: Literal["waiting", "delivered", "failed", "held"]
    attempts: int | None
    last_status: int | None
    last_error: str | None
    next_at: str | None
    ended_at: str | None
    company_id: int | None


class WebhookRow(TypedDict):
    id: str
    created_at: str | None
    url: str | None
    description: str | None
    events: list[
        Literal[
            "charge.created",
            "charge.pending",
            "charge.paid",
            "charge.expired",
            "charge.cancelled",
            "charge.failed",
            "charge.under_review",
            "refund.created",
            "refund.settled",
            "refund.failed",
            "withdrawal.created",
            "withdrawal.pending",
            "withdrawal.in_bank_processing",
            "withdrawal.done",
            "withdrawal.failed",
            "withdrawal.cancelled",
            "withdrawal.blocked",
            "withdrawal.returned",
            "withdrawal.partly_returned",
            "payout.created",
            "payout.queued",
            "payout.on_hold",
            "payout.done",
            "payout.failed",
            "payout.cancelled",
            "payout.rejected",
            "payout.returned",
            "payout.partly_returned",
            "payout_batch.planned",
            "payout_batch.unreadable",
            "payout_batch.authorised",
            "payout_batch.running",
            "payout_batch.paused",
            "payout_batch.done",
            "payout_batch.done_in_part",
            "payout_batch.cancelled",
            "payout_batch.expired",
            "payee.created",
            "payee.checked",
            "payee.owner_changed",
            "payee.blocked",
            "payee.unblocked",
            "deposit.credited",
            "recurrence.created",
            "recurrence.approved",
            "recurrence.rejected",
            "recurrence.expired",
            "recurrence.cancelled",
            "recurring_charge.created",
            "recurring_charge.active",
            "recurring_charge.paid",
            "recurring_charge.rejected",
            "recurring_charge.expired",
            "recurring_charge.cancelled",
            "med_case.opened",
            "med_case.agreed",
            "med_case.disagreed",
            "med_case.recovering",
            "med_case.returned",
            "med_case.partly_returned",
            "med_case.expired",
            "med_case.cancelled",
            "incident.announced",
        ]
    ]
    status: Literal["enabled", "disabled", "suspended"]
    waiting: int | None
    failing_since: str | None
    last_success_at: str | None
    grace_until: str | None
    created_by: str | None
    company_id: int | None
    company_name: str | None


class BatchLineRow(TypedDict):
    id: str | None
    batch_id: str
    number: int | None
    name: str | None
    document: str | None
    kind: str | None
    pix_key: str | None
    pix_key_kind: str | None
    bank_name: str | None
    branch: str | None
    account: str | None
    method: Literal["pix", "ted"]
    amount: Money | None
    fee: Money
    scheduled_for: str | None
    description: str | None
    external_id: str | None
    category: Literal["bad", "warned", "changed", "first", "biggest", "plain"]
    problems: str | None
    warnings: str | None
    excluded_by: str | None
    payout_id: str | None
    status: str | None
    end_to_end_id: str | None
    ended_at: str | None
    fail_code: str | None
    company_id: int | None


class PayoutReturnRow(TypedDict):
    id: str | None
    returned_at: str | None
    booked_at: str | None
    payment_id: str
    end_to_end_id: str | None
    holder_name: str | None
    amount: Money
    payment_amount: Money
    source: Literal["bank", "claim", "receiver"]
    reason: str | None
    claim_id: str | None
    company_id: int | None
    company_name: str | None


class RecurringChargeRow(TypedDict):
    id: str
    created_at: str | None
    due_on: str | None
    txid: str | None
    id_rec: str | None
    contract: str | None
    payer_name: str | None
    payer_document: str | None
    cycle: int | None
    amount: Money
    paid: Money
    fee: Money
    tries: int | None
    next_attempt: str | None
    status: Literal["created", "pending", "active", "paid", "expired", "rejected", "cancelled", "failed"]
    end_code: str | None
    agreement: str | None
    paid_at: str | None
    end_to_end_id: str | None
    recurrence_id: str
    company_id: int | None
    company_name: str | None
    last_error: str | None


class ChargeQuery(TypedDict, total=False):
    page: Filter
    per_page: Filter
    order_by: Filter
    sort: Filter
    cursor: Filter
    search: Filter
    id: Filter
    created_at: Filter
    txid: Filter
    end_to_end_id: Filter
    payer_name: Filter
    payer_document: Filter
    method: Filter
    kind: Filter
    due_date: Filter
    status: Filter
    reference: Filter
    description: Filter
    amount: Filter
    fee: Filter
    net: Filter
    refunded: Filter
    has_refund: Filter
    awaiting_approval: Filter
    expires_at: Filter
    paid_at: Filter
    processor: Filter
    batch: Filter
    company_id: Filter
    company_name: Filter
    last_error: Filter
    created_at_from: Filter
    created_at_to: Filter
    amount_from: Filter
    amount_to: Filter
    fee_from: Filter
    fee_to: Filter
    net_from: Filter
    net_to: Filter
    refunded_from: Filter
    refunded_to: Filter
    awaiting_approval_from: Filter
    awaiting_approval_to: Filter
    expires_at_from: Filter
    expires_at_to: Filter
    paid_at_from: Filter
    paid_at_to: Filter
    company_id_from: Filter
    company_id_to: Filter


class RecipientQuery(TypedDict, total=False):
    page: Filter
    per_page: Filter
    order_by: Filter
    sort: Filter
    cursor: Filter
    search: Filter
    id: Filter
    created_at: Filter
    name: Filter
    document: Filter
    status: Filter
    received: Filter
    balance: Filter
    on_hold: Filter
    company_id: Filter
    company_name: Filter
    created_at_from: Filter
    created_at_to: Filter
    received_from: Filter
    received_to: Filter
    balance_from: Filter
    balance_to: Filter
    on_hold_from: Filter
    on_hold_to: Filter
    company_id_from: Filter
    company_id_to: Filter


class RecurrenceQuery(TypedDict, total=False):
    page: Filter
    per_page: Filter
    order_by: Filter
    sort: Filter
    cursor: Filter
    search: Filter
    id: Filter
    created_at: Filter
    id_rec: Filter
    contract: Filter
    object: Filter
    payer_name: Filter
    payer_document: Filter
    periodicity: Filter
    starts_on: Filter
    ends_on: Filter
    amount: Filter
    minimum: Filter
    retry_policy: Filter
    journey: Filter
    agreement: Filter
    automatic: Filter
    next_due: Filter
    failures: Filter
    status: Filter
    end_code: Filter
    processor: Filter
    company_id: Filter
    company_name: Filter
    last_error: Filter
    created_at_from: Filter
    created_at_to: Filter
    amount_from: Filter
    amount_to: Filter
    minimum_from: Filter
    minimum_to: Filter
    failures_from: Filter
    failures_to: Filter
    company_id_from: Filter
    company_id_to: Filter


class SplitRuleQuery(TypedDict, total=False):
    page: Filter
    per_page: Filter
    order_by: Filter
    sort: Filter
    cursor: Filter
    search: Filter
    id: Filter
    created_at: Filter
    name: Filter
    parts: Filter
    receivers: Filter
    company_id: Filter
    company_name: Filter
    created_at_from: Filter
    created_at_to: Filter
    parts_from: Filter
    parts_to: Filter
    company_id_from: Filter
    company_id_to: Filter


class WebhookDeliveryQuery(TypedDict, total=False):
    page: Filter
    per_page: Filter
    order_by: Filter
    sort: Filter
    cursor: Filter
    search: Filter
    id: Filter
    created_at: Filter
    endpoint_id: Filter
    url: Filter
    type: Filter
    subject_id: Filter
    event_id: Filter
    status: Filter
    attempts: Filter
    last_status: Filter
    last_error: Filter
    next_at: Filter
    ended_at: Filter
    company_id: Filter
    created_at_from: Filter
    created_at_to: Filter
    attempts_from: Filter
    attempts_to: Filter
    last_status_from: Filter
    last_status_to: Filter
    next_at_from: Filter
    next_at_to: Filter
    ended_at_from: Filter
    ended_at_to: Filter
    company_id_from: Filter
    company_id_to: Filter


class WebhookQuery(TypedDict, total=False):
    page: Filter
    per_page: Filter
    order_by: Filter
    sort: Filter
    cursor: Filter
    search: Filter
    id: Filter
    created_at: Filter
    url: Filter
    description: Filter
    events: Filter
    status: Filter
    waiting: Filter
    failing_since: Filter
    last_success_at: Filter
    grace_until: Filter
    created_by: Filter
    company_id: Filter
    company_name: Filter
    created_at_from: Filter
    created_at_to: Filter
    waiting_from: Filter
    waiting_to: Filter
    failing_since_from: Filter
    failing_since_to: Filter
    last_success_at_from: Filter
    last_success_at_to: Filter
    grace_until_from: Filter
    grace_until_to: Filter
    company_id_from: Filter
    company_id_to: Filter


class BatchLineQuery(TypedDict, total=False):
    page: Filter
    per_page: Filter
    order_by: Filter
    sort: Filter
    cursor: Filter
    search: Filter
    id: Filter
    batch_id: Filter
    number: Filter
    name: Filter
    document: Filter
    kind: Filter
    pix_key: Filter
    pix_key_kind: Filter
    bank_name: Filter
    branch: Filter
    account: Filter
    method: Filter
    amount: Filter
    fee: Filter
    scheduled_for: Filter
    description: Filter
    external_id: Filter
    category: Filter
    problems: Filter
    warnings: Filter
    excluded_by: Filter
    payout_id: Filter
    status: Filter
    end_to_end_id: Filter
    ended_at: Filter
    fail_code: Filter
    company_id: Filter
    number_from: Filter
    number_to: Filter
    amount_from: Filter
    amount_to: Filter
    fee_from: Filter
    fee_to: Filter
    ended_at_from: Filter
    ended_at_to: Filter
    company_id_from: Filter
    company_id_to: Filter


class PayoutReturnQuery(TypedDict, total=False):
    page: Filter
    per_page: Filter
    order_by: Filter
    sort: Filter
    cursor: Filter
    search: Filter
    id: Filter
    returned_at: Filter
    booked_at: Filter
    payment_id: Filter
    end_to_end_id: Filter
    holder_name: Filter
    amount: Filter
    payment_amount: Filter
    source: Filter
    reason: Filter
    claim_id: Filter
    company_id: Filter
    company_name: Filter
    returned_at_from: Filter
    returned_at_to: Filter
    booked_at_from: Filter
    booked_at_to: Filter
    amount_from: Filter
    amount_to: Filter
    payment_amount_from: Filter
    payment_amount_to: Filter
    company_id_from: Filter
    company_id_to: Filter


class RecurringChargeQuery(TypedDict, total=False):
    page: Filter
    per_page: Filter
    order_by: Filter
    sort: Filter
    cursor: Filter
    search: Filter
    id: Filter
    created_at: Filter
    due_on: Filter
    txid: Filter
    id_rec: Filter
    contract: Filter
    payer_name: Filter
    payer_document: Filter
    cycle: Filter
    amount: Filter
    paid: Filter
    fee: Filter
    tries: Filter
    next_attempt: Filter
    status: Filter
    end_code: Filter
    agreement: Filter
    paid_at: Filter
    end_to_end_id: Filter
    recurrence_id: Filter
    company_id: Filter
    company_name: Filter
    last_error: Filter
    created_at_from: Filter
    created_at_to: Filter
    due_on_from: Filter
    due_on_to: Filter
    cycle_from: Filter
    cycle_to: Filter
    amount_from: Filter
    amount_to: Filter
    paid_from: Filter
    paid_to: Filter
    fee_from: Filter
    fee_to: Filter
    tries_from: Filter
    tries_to: Filter
    paid_at_from: Filter
    paid_at_to: Filter
    company_id_from: Filter
    company_id_to: Filter


#: What arrives as a webhook; `type` says which.
WebhookMessage = (
    ChargeMessage
    | DepositMessage
    | EndpointMessage
    | IncidentMessage
    | MedCaseMessage
    | PayeeMessage
    | PayoutBatchMessage
    | PayoutMessage
    | RecurrenceMessage
    | RecurringChargeMessage
    | RefundMessage
    | WithdrawalMessage
)
