"""Seals what COAF is told: the texts of a communication under the key of its case, a file under a key of its own.

A file tells of several cases, so it has a key of its own. ``retention_erase`` destroys it when it has erased the last case that the file
tells of (``coaf_file_case``): until then the words about a case that is gone stand in the file, which is kept for the others.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.compliance.coaf.model import CommunicationRow, InvolvedPerson
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.request import PROVIDER

#: Communications with the keys of their cases.
SELECT_COMMUNICATIONS = (
    "select c.*, k.key as case_key from coaf_communication c"
    " left join party_key k on k.company_id = c.company_id and k.subject = c.case_id"
)


class CommunicationTexts(msgspec.Struct):
    detail: str = ""
    people: list[InvolvedPerson] = []
    reason: str | None = None
    refusal: str | None = None


class _Stored(msgspec.Struct):
    """Of a row of SELECT_COMMUNICATIONS; the texts of one of before stand in its columns."""

    case_id: UUID
    sealed: bytes | None
    case_key: bytes | None
    detail: str | None
    people: list[InvolvedPerson] | None
    reason: str | None
    refusal: str | None


def texts_of(row: CommunicationRow) -> CommunicationTexts:
    return CommunicationTexts(row.detail, row.people, row.reason, row.refusal)


@dataclass(frozen=True, slots=True)
class ToldTexts:
    keys: PartyKeys

    def opened(self, row: Row) -> CommunicationRow:
        """A row of SELECT_COMMUNICATIONS with its texts; without them where the key of its case is gone."""
        return self._with(row, self._texts(row) or CommunicationTexts())

    def opened_whole(self, row: Row) -> CommunicationRow:
        """As opened(), for what goes on with the texts.

        Raises:
            ApiError: 409 ``communication_unreadable``: the key of its case is gone.
        """
        texts = self._texts(row)
        if texts is None:
            raise ApiError(409, "communication_unreadable", "the key of its case is gone, and with it what it says")
        return self._with(row, texts)

    async def columns(self, tx: Tx, case: UUID, texts: CommunicationTexts) -> dict[str, Any]:
        """The columns of a communication that say these texts, sealed."""
        return {
            "sealed": await self.keys.seal(tx, PROVIDER, case, msgspec.json.encode(texts)),
            "involved": len(texts.people),
            **dict.fromkeys(CommunicationTexts.__struct_fields__),
        }

    def _texts(self, row: Row) -> CommunicationTexts | None:
        stored = msgspec.convert(row, _Stored)
        if stored.sealed is None:
            return CommunicationTexts(stored.detail or "", stored.people or [], stored.reason, stored.refusal)
        plain = self.keys.unseal_with(stored.case_key, stored.case_id, stored.sealed)
        return None if plain is None else msgspec.json.decode(plain, type=CommunicationTexts)

    def _with(self, row: Row, texts: CommunicationTexts) -> CommunicationRow:
        return msgspec.convert(row | msgspec.structs.asdict(texts), CommunicationRow)

    async def seal_of_file(self, tx: Tx, file: UUID, content: bytes) -> bytes:
        return await self.keys.seal(tx, PROVIDER, file, content)

    async def of_file(self, tx: Tx, file: UUID, content: bytes, *, sealed: bool) -> bytes | None:
        """A content of a file: its bytes, or the answer to it. None once its key was destroyed; one of before is not sealed."""
        return await self.keys.unseal(tx, PROVIDER, file, content) if sealed else content
