"""Tells a signed-in person how they can prove their second factor again."""

from dataclasses import dataclass
from typing import Any

import msgspec

from retaguarda.foundation.request import Access, Request, Response, json_response
from retaguarda.identity.credentials import person_with
from retaguarda.identity.person_access import without_account
from retaguarda.identity.second_step import SecondStep


class ProofAnswer(msgspec.Struct):
    """As at sign-in: ``challenge`` goes into navigator.credentials.get() when one of the methods is a passkey."""

    methods: list[str]
    challenge: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Proof:
    access: Access
    second_step: SecondStep

    async def begin(self, request: Request) -> Response:
        async with self.access.open(without_account(request), None) as (tx, principal):
            person = await person_with(tx, principal.email)
        assert person is not None
        return json_response(ProofAnswer(self.second_step.methods(person), await self.second_step.challenge(person)))
