"""Parses the client certificate by which a provider knows us (mutual TLS) before anything stores it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from retaguarda.foundation.errors import invalid_field


@dataclass(frozen=True, slots=True)
class Certificate:
    subject: str
    expires_at: datetime


def read_certificate(certificate: str, key: str) -> Certificate:
    """Parse and check a certificate and its key.

    Raises:
        ApiError: 400, field certificate or certificate_key: no PEM, expired, not valid yet, or the key of another
            certificate.
    """
    if "\0" in certificate:
        raise invalid_field("certificate", "certificate_invalid", "certificate holds a zero character")
    try:
        # The first is ours; the others are its chain.
        found = x509.load_pem_x509_certificates(certificate.encode())[0]
    except ValueError:
        raise invalid_field("certificate", "certificate_invalid", "certificate is no certificate in PEM") from None
    try:
        private = load_pem_private_key(key.encode(), None)
    except (ValueError, TypeError):
        raise invalid_field(
            "certificate_key", "certificate_key_invalid", "certificate_key is no private key in PEM without a password"
        ) from None
    if _public(private.public_key()) != _public(found.public_key()):
        raise invalid_field(
            "certificate_key", "certificate_key_of_another", "certificate_key belongs to another certificate"
        )
    now = datetime.now(UTC)
    if found.not_valid_after_utc <= now:
        raise invalid_field("certificate", "certificate_expired", f"certificate ended on {found.not_valid_after_utc}")
    if found.not_valid_before_utc > now:
        raise invalid_field(
            "certificate", "certificate_not_begun", f"certificate begins on {found.not_valid_before_utc}"
        )
    return Certificate(found.subject.rfc4514_string()[:300], found.not_valid_after_utc)


def _public(key: object) -> bytes:
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)  # pyright: ignore[reportAttributeAccessIssue]
