"""Seals the dossier of a case of PLD under the case's own key, and opens it for whoever may read it."""

from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_alerts.queries import CaseRow
from retaguarda.foundation.database import Tx
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.request import PROVIDER


class DossierTexts(msgspec.Struct):
    facts: str = ""
    capacity: str = ""
    origin: str = ""
    grounds: str = ""


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
