"""Seals what is kept of a person under a key of its own (envelope): once the key is erased, no copy of the content opens any more.

The key is sealed under the server's secret and stands in ``party_key``, which no backup of the database holds (backup/party_key_copy.py).
"""

import os
import secrets
from dataclasses import dataclass
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys

#: The purpose under which the keys are sealed.
PARTY_KEY = "party_key"
_NONCE_BYTES = 12
_READ = "select key from party_key where company_id = %(company)s and subject = %(subject)s"


@dataclass(frozen=True, slots=True)
class PartyKeys:
    keys: Keys

    async def seal(self, tx: Tx, company: int, subject: UUID, plain: bytes) -> bytes:
        """Encrypts and authenticates with the subject's key (AES-256-GCM), which is drawn at its first use."""
        found = await self._key(tx, company, subject)
        if found is None:
            fresh = self.keys.seal(PARTY_KEY, secrets.token_bytes(32))
            await tx.execute(
                "insert into party_key (company_id, subject, key) values (%(company)s, %(subject)s, %(key)s) on conflict do nothing",
                {"company": company, "subject": subject, "key": fresh},
            )
            # Read again: another transaction may have drawn one first.
            found = await self._key(tx, company, subject)
            assert found is not None
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + AESGCM(found).encrypt(nonce, plain, subject.bytes)

    async def unseal(self, tx: Tx, company: int, subject: UUID, sealed: bytes) -> bytes | None:
        """Opens a content; None once its key was erased.

        Raises:
            ValueError: it was altered, or sealed for another subject.
        """
        found = await self._key(tx, company, subject)
        if found is None:
            return None
        return _opened(found, subject, sealed)

    def unseal_with(self, key: bytes | None, subject: UUID, sealed: bytes) -> bytes | None:
        """As unseal(), with the subject's row of ``party_key`` at hand: whoever reads many of them reads their keys with them.

        Raises:
            ValueError: as unseal(), and for a key that our secret does not open.
        """
        return None if key is None else _opened(self.keys.unseal(PARTY_KEY, key), subject, sealed)

    async def _key(self, tx: Tx, company: int, subject: UUID) -> bytes | None:
        sealed = await tx.value(_READ, {"company": company, "subject": subject})
        return None if sealed is None else self.keys.unseal(PARTY_KEY, bytes(sealed))


def _opened(key: bytes, subject: UUID, sealed: bytes) -> bytes:
    try:
        return AESGCM(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], subject.bytes)
    except InvalidTag:
        raise ValueError(f"what was sealed for {subject} does not open") from None
