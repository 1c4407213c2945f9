"""Checks and seals the credentials of a processor, and applies pending ones to its row."""

from dataclasses import dataclass
from typing import Any

import msgspec

from retaguarda.foundation.database import Row
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.provider_accounts.certificates import read_certificate
from retaguarda.provider_accounts.model import CredentialsInput

_OF_CERTIFICATE = ("certificate", "certificate_key", "certificate_subject", "certificate_expires_at")


@dataclass(frozen=True, slots=True)
class Safe:
    """Seals what a processor is called with.

    Args:
        purpose: of the key that seals, one for each table of processors.
        reach: the URLs that may be requested.
    """

    keys: Keys
    purpose: str
    reach: AllowedAddresses

    def seal_checked(self, given: CredentialsInput) -> bytes:
        """Check credentials and seal them.

        Raises:
            ApiError: 400 for an invalid field.
        """
        for field in ("base_url", "token_url"):
            self.reach.check(field, getattr(given, field))
        for field in ("client_id", "client_secret", "pix_key"):
            if not getattr(given, field).isprintable() or not getattr(given, field).strip():
                raise invalid_field(field, "invalid", f"{field} has printable characters only")
        if (given.certificate is None) != (given.certificate_key is None):
            missing = "certificate" if given.certificate is None else "certificate_key"
            raise invalid_field(missing, "field_required", "a certificate and its key come together")
        if given.certificate and given.certificate_key:
            read_certificate(given.certificate, given.certificate_key)
        values = struct_fields(CredentialsInput, given)
        values["base_url"] = given.base_url.rstrip("/")
        return self.keys.seal(self.purpose, msgspec.json.encode(values))


def with_pending(keys: Keys, purpose: str, row: Row) -> Row:
    """Return the row of a processor with its pending credentials applied.

    Raises:
        ApiError: 400, the certificate expired while it waited.
    """
    if row["pending"] is None:
        return row
    given = msgspec.json.decode(keys.unseal(purpose, bytes(row["pending"])), type=CredentialsInput)
    certificate: dict[str, Any] = dict.fromkeys(_OF_CERTIFICATE)
    if given.certificate and given.certificate_key:
        found = read_certificate(given.certificate, given.certificate_key)
        certificate = {
            "certificate": given.certificate,
            "certificate_key": keys.seal(purpose, given.certificate_key.encode()),
            "certificate_subject": found.subject,
            "certificate_expires_at": found.expires_at,
        }
    plain = {name: getattr(given, name) for name in ("base_url", "token_url", "client_id", "pix_key")}
    return row | plain | certificate | {"client_secret": keys.seal(purpose, given.client_secret.encode())}
