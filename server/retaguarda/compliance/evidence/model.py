"""What is asked for and answered about an evidence pack, and the parts that stand in it.

A pack is a zip: ``case.json``, ``rules.json``, ``evaluations.jsonl``, ``movements.jsonl``, the part of the audit log that tells of the
case in ``log/``, a README, and ``pack.txt``: the hash of each of them, signed by the key of the log.
"""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.cases.clock import Unit
from retaguarda.compliance.pld_alerts.model import AlertStatus, PldCase, Step
from retaguarda.compliance.pld_rules.check_conditions import Outcome, Why
from retaguarda.compliance.pld_rules.evaluate_movements import Target
from retaguarda.foundation.money import Money
from retaguarda.foundation.text_input import Reason

#: Parts that a pack has only where its exporter may read them.
Part = Literal["alerts", "documents", "communications"]

CASE, RULES, EVALUATIONS, MOVEMENTS = "case.json", "rules.json", "evaluations.jsonl", "movements.jsonl"
README, MANIFEST, LOG = "README.txt", "pack.txt", "log/"
#: The Commands that write one step of a case each.
CASE_COMMANDS = ("pld:case:move", "pld:case:dossier", "pld:case:propose", "pld:case:decide", "pld:case:block")


class EvidenceInput(msgspec.Struct, forbid_unknown_fields=True):
    """Why the case leaves the house; it stands in the file and in the log."""

    reason: Reason


class Evidence(msgspec.Struct):
    """A pack that was made. ``closed``: what it has not, because its exporter may not see it. ``until``: it can be fetched."""

    id: UUID
    case_id: UUID
    sha256: str
    size: int
    closed: list[Part]
    until: datetime


class PackTerm(msgspec.Struct):
    """A term of the law, and the day from which it is counted."""

    since: date
    unit: Unit
    days: int
    norm: str
    due: date


class PackAlert(msgspec.Struct):
    id: UUID
    number: int
    rule_id: UUID
    subject: str
    status: AlertStatus
    triggers: int
    amount: Money
    first_at: datetime
    last_at: datetime
    selection: PackTerm
    steps: list[Step]


class PackDocument(msgspec.Struct):
    """A document of the subject's KYC: what its bytes hash to, never the bytes."""

    request: int
    name: str
    state: str
    file_name: str | None
    sha256: str | None
    uploaded_at: datetime | None


class PackCommunication(msgspec.Struct):
    """What COAF was told; the file that carried it may speak of other cases, so its hash alone stands here."""

    number: int
    status: str
    coaf_number: str | None
    authentication: str | None
    batch_id: str | None
    sha256: str | None


class PackCase(msgspec.Struct):
    """``proposer``, ``decider``: as the log knows them."""

    made_by: str
    made_at: datetime
    reason: str
    closed: list[Part]
    case: PldCase
    document: str
    proposer: UUID | None
    decider: UUID | None
    analysis: PackTerm
    communicate_norm: str
    communicate_days: int
    steps: list[Step]
    alerts: list[PackAlert]
    documents: list[PackDocument]
    communications: list[PackCommunication]


class PackRule(msgspec.Struct):
    """A version as it was in force. ``hash``: over target, currency, conditions and period, in hexadecimal."""

    id: UUID
    rule_id: UUID
    number: int
    version: int
    name: str
    target: Target
    currency: str
    conditions: list[str]
    period_days: int
    hash: str


class PackFeature(msgspec.Struct):
    """A declaration that conditions are written over, as it counted."""

    name: str
    measure: str
    unit: str
    where: str
    window: int
    offset: int
    of: list[str]


class PackRules(msgspec.Struct):
    features: list[PackFeature]
    versions: list[PackRule]


class PackEvaluation(msgspec.Struct):
    """A version's conditions at one movement, with the values that were stored. ``alert``: its number."""

    version: UUID
    alert: int
    subject: str
    movement: str
    at: datetime
    amount: int
    counterparty: str | None
    outcome: Outcome
    why: list[Why]


class PackMovement(msgspec.Struct, frozen=True):
    """A movement of a subject. ``us``: microseconds since 1970. ``other``: the other side, by a number of this pack alone."""

    target: Target
    currency: str
    subject: str
    movement: str
    us: int
    direction: str
    kind: str
    amount: int
    other: str | None
