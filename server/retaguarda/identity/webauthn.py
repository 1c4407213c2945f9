"""The ceremonies of WebAuthn (level 3), around the library that verifies them. It stores nothing.

The library loads every maker's certificates in a third of a second, so we import it with the first passkey. Callers run these
functions in a thread.
"""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

TIMEOUT_MS = 5 * 60 * 1000


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The site that the passkeys belong to: browsers offer them to this origin alone."""

    id: str
    origin: str
    name: str

    @classmethod
    def of(cls, address: str, name: str) -> "RelyingParty":
        parts = urlsplit(address)
        return cls(parts.hostname or "", f"{parts.scheme}://{parts.netloc}", name)


@dataclass(frozen=True, slots=True)
class Credential:
    """A stored passkey. ``transports`` help the browser find it."""

    id: bytes
    public_key: bytes
    sign_count: int
    transports: tuple[str, ...] = ()


class PasskeyRefused(Exception):
    """The response is not this authenticator's to this challenge."""


def creation_options(
    party: RelyingParty, challenge: bytes, person: UUID, email: str, name: str, passkeys: Sequence[Credential]
) -> dict[str, Any]:
    """Returns PublicKeyCredentialCreationOptions as JSON, for navigator.credentials.create()."""
    import webauthn
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement

    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=party.name,
        user_id=person.bytes,
        user_name=email,
        user_display_name=name or email,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        # The challenge comes with the list of passkeys, so this one needs no storage on a security key.
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.DISCOURAGED),
        exclude_credentials=_descriptors(passkeys),
    )
    return options_to_json_dict(options)


def request_options(party: RelyingParty, challenge: bytes, passkeys: Sequence[Credential]) -> dict[str, Any]:
    """Returns PublicKeyCredentialRequestOptions as JSON, for navigator.credentials.get()."""
    import webauthn
    from webauthn.helpers import options_to_json_dict

    return options_to_json_dict(
        webauthn.generate_authentication_options(
            rp_id=party.id, challenge=challenge, timeout=TIMEOUT_MS, allow_credentials=_descriptors(passkeys)
        )
    )


def verify_registration(party: RelyingParty, challenge: bytes, credential: dict[str, Any]) -> Credential:
    """Verifies the response to the challenge, and returns the new passkey.

    Raises:
        PasskeyRefused: whatever is wrong with it.
    """
    import webauthn

    try:
        verified = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=party.id, expected_origin=party.origin
        )
        transports = webauthn.helpers.parse_registration_credential_json(credential).response.transports or []
    except Exception as error:  # hostile bytes break the library in more ways than its own errors
        raise PasskeyRefused(type(error).__name__) from error
    names = tuple(transport.value for transport in transports)
    return Credential(verified.credential_id, verified.credential_public_key, verified.sign_count, names)


def verify_assertion(party: RelyingParty, challenge: bytes, assertion: dict[str, Any], passkey: Credential) -> int:
    """Verifies the response to the challenge, and returns the passkey's new signature count.

    Raises:
        PasskeyRefused: whatever is wrong with it; also a count that did not grow, the sign of a cloned key.
    """
    import webauthn

    try:
        return webauthn.verify_authentication_response(
            credential=assertion,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        ).new_sign_count
    except Exception as error:  # as above
        raise PasskeyRefused(type(error).__name__) from error


def challenge_in(response: dict[str, Any]) -> bytes:
    """Returns the challenge that a response claims; the caller checks that we issued it.

    Raises:
        PasskeyRefused: there is none.
    """
    try:
        client_data = json.loads(_bytes(response["response"]["clientDataJSON"]))
        return _bytes(client_data["challenge"])
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise PasskeyRefused("no challenge") from error


def credential_id_in(response: dict[str, Any]) -> bytes:
    """Returns the id of the credential.

    Raises:
        PasskeyRefused: it names no credential.
    """
    try:
        return _bytes(response["id"])
    except (KeyError, TypeError, ValueError) as error:
        raise PasskeyRefused("no id") from error


def _bytes(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError("not base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _descriptors(passkeys: Sequence[Credential]) -> list[Any]:
    from webauthn.helpers.structs import AuthenticatorTransport, PublicKeyCredentialDescriptor

    return [
        PublicKeyCredentialDescriptor(
            id=each.id, transports=[AuthenticatorTransport(name) for name in each.transports] or None
        )
        for each in passkeys
    ]
