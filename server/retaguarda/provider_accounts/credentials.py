"""Checks and seals the credentials of a processor, and applies pending ones to its row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from retaguarda.foundation.database import Row
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.provider_accounts.certificates import read_certificate
from retaguarda.provider_accounts.model import ClientInput, CredentialsInput

_URLS, _PEMS = ("base_url", "token_url"), ("certificate", "certificate_key")
_OF_CERTIFICATE = ("certificate", "certificate_key", "certificate_subject", "certificate_expires_at")


@dataclass(frozen=True, slots=True)
class Safe:
    """Seals what a processor is called with.

    Args:
        purpose: of the key that seals, one for each table of processors.
        reach: the URLs that may be requested.
        shape: the credentials among the fields that are given.
    """

    keys: Keys
    purpose: str
    reach: AllowedAddresses
    shape: type[ClientInput] = CredentialsInput

    def seal_checked(self, given: ClientInput) -> bytes:
        """Check credentials and seal them.

        Raises:
            ApiError: 400 for an invalid field.
        """
        for field in _URLS:
            self.reach.check(field, getattr(given, field))
        texts = [field for field in self.shape.__struct_fields__ if field not in (*_URLS, *_PEMS)]
        for field in texts:
            if not getattr(given, field).isprintable() or not getattr(given, field).strip():
                raise invalid_field(field, "invalid", f"{field} has printable characters only")
        if (given.certificate is None) != (given.certificate_key is None):
            missing = "certificate" if given.certificate is None else "certificate_key"
            raise invalid_field(missing, "field_required", "a certificate and its key come together")
        if given.certificate and given.certificate_key:
            read_certificate(given.certificate, given.certificate_key)
        values = struct_fields(self.shape, given)
        values["base_url"] = given.base_url.rstrip("/")
        return self.keys.seal(self.purpose, msgspec.json.encode(values))


def with_pending(
    keys: Keys, purpose: str, row: Row, shape: type[ClientInput] = CredentialsInput, secrets: Sequence[str] = ()
) -> Row:
    """Return the row of a processor with its pending credentials applied.

    Args:
        shape: of the credentials that were sealed.
        secrets: its fields that are sealed in columns of their own, besides those that all have.

    Raises:
        ApiError: 400, the certificate expired while it waited.
    """
    if row["pending"] is None:
        return row
    given = msgspec.json.decode(keys.unseal(purpose, bytes(row["pending"])), type=shape)
    certificate: dict[str, Any] = dict.fromkeys(_OF_CERTIFICATE)
    if given.certificate and given.certificate_key:
        found = read_certificate(given.certificate, given.certificate_key)
        certificate = {
            "certificate": given.certificate,
            "certificate_key": keys.seal(purpose, given.certificate_key.encode()),
            "certificate_subject": found.subject,
            "certificate_expires_at": found.expires_at,
        }
    plain = {name: getattr(given, name, None) for name in ("base_url", "token_url", "client_id", "pix_key")}
    sealed = {name: keys.seal(purpose, getattr(given, name).encode()) for name in ("client_secret", *secrets)}
    return row | plain | certificate | sealed
