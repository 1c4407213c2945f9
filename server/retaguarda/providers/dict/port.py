"""The port to DICT, in the words of the DICT API 1.8.0: who reports a Pix, and who asks for its money back.

As the credited participant: the payer's bank reports a transaction that we received, we acknowledge the report,
analyse it and close it AGREED or DISAGREED; after AGREED the payer's bank asks for a refund, which we close with the
devolução that carried it out. A refund for an operational flaw needs no report.
As the debited participant we do what there the payer's bank does, about what we sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol
from uuid import UUID

ReportStatus = Literal["OPEN", "ACKNOWLEDGED", "CLOSED", "CANCELLED"]
RefundStatus = Literal["OPEN", "CLOSED", "CANCELLED"]
Analysis = Literal["AGREED", "DISAGREED"]

#: Of texts in both directions (ReportDetails, AnalysisDetails …).
LONGEST_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class Report:
    """An infraction report (InfractionReport). ``type``: FRAUD, REFUND_REQUEST or REFUND_CANCELLED.

    ``result``: of the analysis, AGREED or DISAGREED once it is closed; ``analysis``: its words.

    ``debited_participant``: ISPB of the payer's bank. It names no amount: that comes with the refund.
    """

    id: UUID
    transaction_id: str
    type: str
    details: str
    reported_by: str
    status: ReportStatus
    debited_participant: str
    credited_participant: str
    created_at: datetime
    modified_at: datetime
    result: str = ""
    analysis: str = ""


@dataclass(frozen=True, slots=True)
class RefundRequest:
    """A refund as it is asked for (Refund). ``reason``: FRAUD, OPERATIONAL_FLAW or REFUND_CANCELLED; ``amount`` in centavos.

    Once it is closed: ``result`` as RefundResult names it, ``analysis`` in words, ``rejection``, and ``refund_id``: rtrId of the devolução.
    """

    id: UUID
    transaction_id: str
    reason: str
    amount: int
    details: str
    status: RefundStatus
    requesting_participant: str
    contested_participant: str
    created_at: datetime
    modified_at: datetime
    report_id: UUID | None
    result: str = ""
    analysis: str = ""
    rejection: str = ""
    refund_id: str = ""


@dataclass(frozen=True, slots=True)
class RefundResult:
    """How a refund request is closed. ``transaction_id``: rtrId of the devolução; ``rejection``: why nothing goes back."""

    result: Literal["TOTALLY_ACCEPTED", "PARTIALLY_ACCEPTED", "REJECTED"]
    details: str = ""
    transaction_id: str = ""
    rejection: Literal["NO_BALANCE", "ACCOUNT_CLOSURE", "CANNOT_REFUND", "OTHER", ""] = ""


class DictError(Exception):
    """``str()`` is one line for a person."""


class DictProblem(DictError):
    """DICT refused. ``kind`` is the error's name, such as InfractionReportOperationInvalid."""

    def __init__(self, kind: str, status: int, detail: str) -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        self.status = status


class DictUnavailable(DictError):
    """No usable answer; every call may be repeated. ``retry_after`` in seconds, where named."""

    def __init__(self, reason: str, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class Dict(Protocol):
    """Every method raises DictProblem or DictUnavailable."""

    async def reports(self, statuses: Sequence[ReportStatus], since: datetime | None = None) -> list[Report]:
        """Those about transactions that we received, the least recently changed first. ``since``: changed then or later."""
        ...

    async def report(self, report: UUID) -> Report: ...

    async def acknowledge(self, report: UUID) -> Report: ...

    async def close_report(self, report: UUID, analysis: Analysis, details: str) -> Report: ...

    async def refunds(self, statuses: Sequence[RefundStatus], since: datetime | None = None) -> list[RefundRequest]:
        """Those that we are asked for, the least recently changed first."""
        ...

    async def refund(self, refund: UUID) -> RefundRequest: ...

    async def close_refund(self, refund: UUID, result: RefundResult) -> RefundRequest: ...

    async def reports_made(self, since: datetime) -> list[Report]:
        """Those about transactions that we sent, changed then or later."""
        ...

    async def create_report(self, transaction_id: str, details: str) -> Report:
        """Reports a Pix that we sent as a fraud, so that its money can be asked for. Not idempotent: look at reports_made() first."""
        ...

    async def cancel_report(self, report: UUID) -> Report: ...

    async def refunds_made(self, since: datetime) -> list[RefundRequest]:
        """Those that we asked for, changed then or later."""
        ...

    async def create_refund(self, transaction_id: str, reason: str, amount: int, details: str) -> RefundRequest:
        """Asks for money that we sent. Not idempotent: look at refunds_made() first."""
        ...

    async def cancel_refund(self, refund: UUID) -> RefundRequest: ...

    async def close(self) -> None: ...


class NoDict:
    """Where no DICT is connected: nobody reports anything, and nothing can be told."""

    async def reports(self, statuses: Sequence[ReportStatus], since: datetime | None = None) -> list[Report]:
        return []

    async def report(self, report: UUID) -> Report:
        raise _missing()

    async def acknowledge(self, report: UUID) -> Report:
        raise _missing()

    async def close_report(self, report: UUID, analysis: Analysis, details: str) -> Report:
        raise _missing()

    async def refunds(self, statuses: Sequence[RefundStatus], since: datetime | None = None) -> list[RefundRequest]:
        return []

    async def refund(self, refund: UUID) -> RefundRequest:
        raise _missing()

    async def close_refund(self, refund: UUID, result: RefundResult) -> RefundRequest:
        raise _missing()

    async def reports_made(self, since: datetime) -> list[Report]:
        raise _missing()

    async def create_report(self, transaction_id: str, details: str) -> Report:
        raise _missing()

    async def cancel_report(self, report: UUID) -> Report:
        raise _missing()

    async def refunds_made(self, since: datetime) -> list[RefundRequest]:
        raise _missing()

    async def create_refund(self, transaction_id: str, reason: str, amount: int, details: str) -> RefundRequest:
        raise _missing()

    async def cancel_refund(self, refund: UUID) -> RefundRequest:
        raise _missing()

    async def close(self) -> None:
        """Nothing was opened."""


def _missing() -> DictUnavailable:
    return DictUnavailable("no DICT is connected (RETAGUARDA_DICT_URL)")
