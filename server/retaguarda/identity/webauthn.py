"""The ceremonies of WebAuthn (level 3), around the library that checks them. Pure: nothing is stored here.

The library brings certificates of every maker and takes a third of a second to import, so it is imported when the
first passkey is used. Callers run these functions in a thread.
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
    """Who the passkeys are for: browsers show them to this origin alone."""

    id: str
    origin: str
    name: str

    @classmethod
    def of(cls, address: str, name: str) -> "RelyingParty":
        parts = urlsplit(address)
        return cls(parts.hostname or "", f"{parts.scheme}://{parts.netloc}", name)


@dataclass(frozen=True, slots=True)
class Credential:
    """What is kept of a passkey. ``transports`` help the browser to find it."""

    id: bytes
    public_key: bytes
    sign_count: int
    transports: tuple[str, ...] = ()


class Refused(Exception):
    """What came is no answer of this authenticator to this challenge."""


def creation_options(
    party: RelyingParty, challenge: bytes, person: UUID, email: str, name: str, known: Sequence[Credential]
) -> dict[str, Any]:
    """PublicKeyCredentialCreationOptions as JSON, for navigator.credentials.create()."""
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
        # It is found by the list that is sent with the challenge, so it needs no room on a security key.
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.DISCOURAGED),
        exclude_credentials=_descriptors(known),
    )
    return options_to_json_dict(options)


def request_options(party: RelyingParty, challenge: bytes, known: Sequence[Credential]) -> dict[str, Any]:
    """PublicKeyCredentialRequestOptions as JSON, for navigator.credentials.get()."""
    import webauthn
    from webauthn.helpers import options_to_json_dict

    return options_to_json_dict(
        webauthn.generate_authentication_options(
            rp_id=party.id, challenge=challenge, timeout=TIMEOUT_MS, allow_credentials=_descriptors(known)
        )
    )


def registered(party: RelyingParty, challenge: bytes, credential: dict[str, Any]) -> Credential:
    """The new passkey, once its answer to the challenge is checked.

    Raises:
        Refused: whatever is wrong with it.
    """
    import webauthn

    try:
        verified = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=party.id, expected_origin=party.origin
        )
        transports = webauthn.helpers.parse_registration_credential_json(credential).response.transports or []
    except Exception as error:  # a stranger's bytes break the library in more ways than its own errors tell
        raise Refused(type(error).__name__) from error
    names = tuple(transport.value for transport in transports)
    return Credential(verified.credential_id, verified.credential_public_key, verified.sign_count, names)


def asserted(party: RelyingParty, challenge: bytes, assertion: dict[str, Any], known: Credential) -> int:
    """The passkey's new count of signatures, once its answer to the challenge is checked.

    Raises:
        Refused: whatever is wrong with it; also a count that did not grow, the mark of a copied key.
    """
    import webauthn

    try:
        return webauthn.verify_authentication_response(
            credential=assertion,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
        ).new_sign_count
    except Exception as error:  # as above
        raise Refused(type(error).__name__) from error


def challenge_in(answer: dict[str, Any]) -> bytes:
    """The challenge that an answer says it is for; whether it was given out is for the caller to find.

    Raises:
        Refused: there is none.
    """
    try:
        told = json.loads(_bytes(answer["response"]["clientDataJSON"]))
        return _bytes(told["challenge"])
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise Refused("no challenge") from error


def credential_id_in(answer: dict[str, Any]) -> bytes:
    """
    Raises:
        Refused: it names no credential.
    """
    try:
        return _bytes(answer["id"])
    except (KeyError, TypeError, ValueError) as error:
        raise Refused("no id") from error


def _bytes(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError("not base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _descriptors(known: Sequence[Credential]) -> list[Any]:
    from webauthn.helpers.structs import AuthenticatorTransport, PublicKeyCredentialDescriptor

    return [
        PublicKeyCredentialDescriptor(
            id=each.id, transports=[AuthenticatorTransport(name) for name in each.transports] or None
        )
        for each in known
    ]
