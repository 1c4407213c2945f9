"""A security key made of software: answers the challenges of WebAuthn as a browser would hand them on."""

import base64
import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

ORIGIN, PARTY = "http://localhost:8000", "localhost"


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass
class Authenticator:
    origin: str = ORIGIN
    party: str = PARTY
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: os.urandom(32))

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.create() gives, as JSON; attestation "none"."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + len(self.credential_id).to_bytes(2) + self.credential_id + cbor2.dumps(public)
        data = self._data(0x41) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        told = self._told("webauthn.create", options["challenge"])
        return self._answer({"clientDataJSON": b64(told), "attestationObject": b64(attestation), "transports": ["usb"]})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.get() gives, as JSON."""
        self.count += 1
        data, told = self._data(0x01), self._told("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(SHA256()))
        return self._answer({"clientDataJSON": b64(told), "authenticatorData": b64(data), "signature": b64(signature)})

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.party.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _told(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        name = b64(self.credential_id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
