"""Takes a case of PLD out of the house as an evidence pack: with a reason, in the log, and for its exporter alone."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from retaguarda.compliance.evidence.model import Evidence, EvidenceInput
from retaguarda.compliance.evidence.write_pack import write_pack
from retaguarda.compliance.pld_alerts.tables import CASES, CASES_READ
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable

#: Under which the bytes are sealed.
SEALED = "evidence"
KEPT = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class ExportEvidence:
    """``keys`` sign the file and seal it, which the key of its case does too: with that the file is gone wherever a copy is left."""

    keys: Keys

    def commands(self) -> tuple[Command[Any], ...]:
        return (
            Command(
                name="pld:case:evidence",
                method="POST",
                path=f"{CASES.path}/{{id:str}}/evidence",
                summary="Make one file of a case of PLD that anybody checks and recomputes offline",
                permission=CASES_READ,
                scope=HOUSE,
                input=EvidenceInput,
                answers=Evidence,
                apply=self._export,
                status=201,
            ),
        )

    async def _export(self, tx: Tx, principal: Principal, given: EvidenceInput, path: Mapping[str, str]) -> Done:
        case, reason = path_id(path), printable("reason", given.reason)
        pack = await write_pack(tx, self.keys, principal, case, reason)
        digest, evidence = hashlib.sha256(pack.content), uuid7()
        await tx.execute(
            "insert into pld_evidence (id, case_id, sha256, size, content, closed, reason, person_id, made_by)"
            " values (%(id)s, %(case)s, %(sha256)s, %(size)s, %(content)s, %(closed)s, %(reason)s, %(person)s, %(by)s)",
            {
                "id": evidence,
                "case": case,
                "sha256": digest.digest(),
                "size": len(pack.content),
                "content": self.keys.seal(SEALED, await PartyKeys(self.keys).seal(tx, PROVIDER, case, pack.content)),
                "closed": pack.closed,
                "reason": reason,
                "person": principal.person_id,
                "by": principal.email,
            },
        )
        now: datetime = await tx.value("select now()")
        made = Evidence(evidence, case, digest.hexdigest(), len(pack.content), pack.closed, now + KEPT)
        return Done(str(case), made, {"protocol": pack.protocol, "sha256": made.sha256, "closed": pack.closed})
