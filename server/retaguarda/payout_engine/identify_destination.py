"""Names destinations and documents by an HMAC: the same for every merchant, and telling nothing of either."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.keys import Keys

#: Purpose of the key, which outlives the secret (docs/cryptography.md).
PURPOSE = "destination"


class DestinationNames:
    """Hashes with the key of one installation.

    Args:
        key: as load_names() reads it; it never leaves the process.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def of_document(self, document: str) -> bytes:
        """``document``: CPF or CNPJ without punctuation."""
        return self._of("document", document)

    def of_key(self, key: str) -> bytes:
        """``key``: as the directory writes it."""
        return self._of("key", key)

    def of_account(self, ispb: str, branch: str, number: str) -> bytes:
        """``number`` with its check digit; leading zeros say nothing."""
        return self._of("account", ispb, branch.lstrip("0"), number.lstrip("0"))

    def of_destination(self, columns: Mapping[str, Any]) -> bytes:
        """``columns``: kind, and pix_key, or barcode, or ispb, branch and number."""
        match columns:
            case {"kind": "slip", "barcode": barcode}:
                return self._of("slip", barcode)
            case {"kind": "key", "pix_key": key}:
                return self.of_key(key)
            case _:
                pass
        return self.of_account(columns["ispb"], columns["branch"], columns["number"])

    def _of(self, *parts: str) -> bytes:
        return hmac.digest(self._key, "\x1f".join(parts).encode(), hashlib.sha256)


async def load_names(tx: Tx, keys: Keys) -> DestinationNames:
    """Reads the key, which is drawn at its first use."""
    return DestinationNames(await keys.sign_permanently(tx, PURPOSE, b"destinations and documents"))


async def identify_destination(tx: Tx, keys: Keys, destination: Row) -> bytes:
    """Return 32 bytes that are equal for equal destinations, of whichever merchant; nobody without our key can make them."""
    return (await load_names(tx, keys)).of_destination(destination)
