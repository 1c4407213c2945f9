"""Seals what people write in a case of PLD, its dossier and its steps, under the case's own key, and opens it for whoever may read it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.cases.model import CaseFile
from retaguarda.cases.transitions import add_step
from retaguarda.compliance.pld_alerts.model import Step
from retaguarda.compliance.pld_alerts.queries import CaseRow
from retaguarda.foundation.database import Tx
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.request import PROVIDER

_STEPS = "select n, at, actor, kind, body, sealed from case_step where case_id = %(id)s order by n"


class DossierTexts(msgspec.Struct):
    facts: str = ""
    capacity: str = ""
    origin: str = ""
    grounds: str = ""


class _StepRow(msgspec.Struct):
    n: int
    at: datetime
    actor: str
    kind: str
    body: str | None
    sealed: bytes | None


@dataclass(frozen=True, slots=True)
class Dossiers:
    keys: PartyKeys

    async def seal(self, tx: Tx, case: UUID, texts: DossierTexts) -> bytes:
        return await self.keys.seal(tx, PROVIDER, case, msgspec.json.encode(texts))

    async def opened(self, tx: Tx, row: CaseRow) -> CaseRow:
        """The row with its texts; without them once the key was erased."""
        if row.dossier is None:
            return row
        plain = await self.keys.unseal(tx, PROVIDER, row.case_id, row.dossier)
        texts = DossierTexts() if plain is None else msgspec.json.decode(plain, type=DossierTexts)
        return msgspec.structs.replace(row, **msgspec.structs.asdict(texts))

    async def add_step(self, tx: Tx, file: CaseFile, actor: str, kind: str, text: str | None) -> None:
        """Append a step whose text is sealed; the caller holds the case's lock."""
        sealed = None if text is None else await self.keys.seal(tx, PROVIDER, file.id, text.encode())
        await add_step(tx, file, actor, kind, sealed=sealed)

    async def steps(self, tx: Tx, case: UUID) -> list[Step]:
        """All steps, in their order; without what was sealed once the key was erased."""
        rows = msgspec.convert(await tx.all(_STEPS, {"id": case}), list[_StepRow])
        return [Step(row.n, row.at, row.actor, row.kind, await self._said(tx, case, row)) for row in rows]

    async def _said(self, tx: Tx, case: UUID, row: _StepRow) -> str | None:
        if row.sealed is None:
            return row.body
        plain = await self.keys.unseal(tx, PROVIDER, case, row.sealed)
        return None if plain is None else plain.decode()
