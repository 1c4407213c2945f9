"""A batch of payouts, its lines and their states.

receiving (pieces arrive) → received (the worker reads) → planned → authorised → running ⇄ paused → done or done_in_part; cancelled
before it is authorised, expired where nobody submits it for three days and no request to submit it waits, unreadable where the file is none.
"""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Currency, Money, Price
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

STATUSES = (
    "receiving", "received", "planned", "authorised", "running", "paused", "done", "done_in_part", "cancelled", "expired", "unreadable",
)  # fmt: skip
CATEGORIES = ("bad", "warned", "changed", "first", "biggest", "plain")
#: Columns that a file may have.
COLUMNS = (
    "name", "document", "pix_key", "pix_key_kind", "bank", "branch", "account", "account_type", "amount", "scheduled_for",
    "description", "external_id", "tags", "cost_centre", "priority", "method", "ted_purpose",
)  # fmt: skip

#: Bytes of a file, of a spreadsheet, of one piece and of a pasted table. A request body has at most a million bytes.
LARGEST = 200_000_000
LARGEST_SHEET = 30_000_000
PIECE = 512 * 1024
PASTED = 900_000
MOST_LINES = 200_000
#: Lines that one call excludes.
MOST_EXCLUDED = 1_000


class PayoutBatchInput(msgspec.Struct, forbid_unknown_fields=True):
    """``size`` in bytes; each piece has ``PIECE`` bytes, the last one fewer. ``mapping``: the template of a table's columns."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    mapping: UUID | None = None


class PasteBatchInput(msgspec.Struct, forbid_unknown_fields=True):
    """``text``: a table with its headings, as a spreadsheet copies it."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=PASTED)]
    mapping: UUID | None = None


class ChooseLinesInput(msgspec.Struct, forbid_unknown_fields=True):
    """``all``: nothing leaves while one line is bad. ``good``: the good lines leave without the others."""

    choice: Literal["all", "good"]


class ExcludeLinesInput(msgspec.Struct, forbid_unknown_fields=True):
    """``lines``: numbers of the file's lines that shall not leave, or with ``back`` that shall leave after all."""

    lines: Annotated[list[Annotated[int, msgspec.Meta(ge=1)]], msgspec.Meta(min_length=1, max_length=MOST_EXCLUDED)]
    back: bool = False


class SubmitBatchInput(msgspec.Struct, forbid_unknown_fields=True):
    """``plan``: hash of the plan that the person saw. ``total``: what leaves, fees included, as the person typed it."""

    plan: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]
    total: Price


class StopBatchInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason``: why, for whoever looks at the batch later; whoever is in a hurry leaves it out."""

    reason: Reason | None = None


class LookedInput(msgspec.Struct, forbid_unknown_fields=True):
    """``plan``: hash of the plan whose exceptions of one category the person has before them."""

    plan: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]
    category: Literal["bad", "warned", "changed", "first", "biggest"]


class PayoutLineProblem(msgspec.Struct):
    """A problem or warning about a line; ``column`` is one of COLUMNS, ``line`` another line involved."""

    column: str | None
    why: str
    line: int | None = None


class PayoutFileDamage(msgspec.Struct):
    """Why a file cannot be read; ``line`` and ``column`` count from one, 0 where none is meant."""

    code: str
    line: int
    column: int
    detail: str


class BatchRow(msgspec.Struct):
    """A row of payout_batch."""

    company_id: int
    id: UUID
    name: str
    source: str
    currency: Currency
    size: int
    sha256: bytes | None
    format: str | None
    headings: list[str] | None
    status: str
    error: PayoutFileDamage | None
    same_as: UUID | None
    similar_to: UUID | None
    similar_lines: int | None
    replaces: UUID | None
    mapping_id: UUID | None
    decimal_mark: str | None
    read_lines: int
    lines: int
    good: int
    bad: int
    warned: int
    excluded: int
    first_time: int
    amount: int
    fee: int
    choice: Literal["all", "good"]
    root: bytes | None
    plan_hash: str | None
    mac: bytes | None
    hold_key: str | None
    turned: int
    done: int
    failed: int
    created_at: datetime
    actor: str
    planned_at: datetime | None
    authorised_at: datetime | None
    authorised_by: str | None
    ended_at: datetime | None
    stopped_at: datetime | None
    stopped_by: str | None
    stop_reason: str | None


class LineRow(msgspec.Struct):
    """What of a line was approved, with its place in the tree."""

    number: int
    name: str
    document: str
    kind: str
    ispb: str | None
    compe: str | None
    bank_name: str | None
    branch: str | None
    account: str | None
    account_type: str | None
    pix_key: str | None
    pix_key_kind: str | None
    amount: int
    currency: str
    fee: int
    scheduled_for: date | None
    description: str | None
    external_id: str | None
    destination: bytes
    document_hash: bytes | None
    replaces: UUID | None
    leaf_no: int
    tags: list[str] | None
    cost_centre: str | None
    priority: int | None
    method: str
    ted_purpose: str | None


class ParsedLine(msgspec.Struct):
    """A line as it was parsed: ``values`` by column of payout_line, and what is wrong with its cells."""

    number: int
    cells: list[str]
    values: dict[str, Any]
    problems: list[PayoutLineProblem]


class PayoutBatch(msgspec.Struct):
    """One batch. ``total`` leaves the balance: ``amount`` and ``fee`` of the lines that would go.

    ``root`` and ``plan_hash`` name what is approved; ``turned`` of ``good`` lines are payouts already.
    """

    id: UUID
    created_at: datetime
    name: str
    source: str
    size: int
    sha256: str | None
    format: str | None
    status: str
    error: PayoutFileDamage | None
    same_as: UUID | None
    similar_to: UUID | None
    similar_lines: int | None
    replaces: UUID | None
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
    planned_at: datetime | None
    authorised_at: datetime | None
    authorised_by: str | None
    ended_at: datetime | None
    company_id: int


class BatchState(msgspec.Struct):
    """What of a batch a plan compares: nothing of the moment, so that the same effect is the same plan."""

    status: str


class CategorySum(msgspec.Struct):
    """Lines of one category among the exceptions, and what they would pay."""

    category: str
    count: int
    amount: Money


class BatchProgress(msgspec.Struct):
    """Payouts of the batch by how far they are; ``back`` is what came back of them."""

    waiting: int
    sent: int
    done: int
    failed: int
    done_amount: Money
    failed_amount: Money
    back: Money


class BatchRequest(msgspec.Struct):
    """The request to submit a batch that waits for others: at least ``missing`` people still have to approve it."""

    id: UUID
    missing: int


class BatchRefusal(msgspec.Struct):
    """How the latest request to submit a batch ended without it: ``rejected`` by ``actor`` for a ``reason``, ``expired``, or
    ``failed``, approved but refused when it was to be done, with the code of the ``error``."""

    request: UUID
    status: Literal["rejected", "expired", "failed"]
    at: datetime
    actor: str | None
    reason: str | None
    error: str | None


class BatchStop(msgspec.Struct):
    """Who stopped the rest of a batch. ``lines``: those that never leave for it, whether they were payments already or not."""

    at: datetime
    by: str
    reason: str | None
    lines: int


class PayoutBatchRecord(PayoutBatch):
    """A batch with its exceptions, the progress of its payouts and its timeline. ``mapping``: name and version of its template.
    ``looked``: categories of exceptions that the principal has opened in this plan; who approves has opened all.
    ``refused``: why a batch that was not submitted is not, where somebody asked for it.
    ``stopped``: by whom its rest was stopped, if it was. ``to_send_again``: lines that a new batch of the failed would have."""

    mapping: str | None
    waits_for: BatchRequest | None
    refused: BatchRefusal | None
    stopped: BatchStop | None
    to_send_again: int
    categories: list[CategorySum]
    looked: list[str]
    progress: BatchProgress
    timeline: list[Moment]


class PayoutPieceTaken(msgspec.Struct):
    """The piece is stored."""

    number: int
