"""How a signed-in person may show their second factor once more, for what asks for it."""

from dataclasses import dataclass
from typing import Any

import msgspec

from retaguarda.foundation.call import Answer, Call, Door, answer
from retaguarda.identity.door import without_account
from retaguarda.identity.knowing import person_with
from retaguarda.identity.secondstep import SecondStep


class ProofAnswer(msgspec.Struct):
    """As at sign-in: ``challenge`` is what navigator.credentials.get() wants, when one of the methods is a passkey."""

    methods: list[str]
    challenge: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Proof:
    door: Door
    second_step: SecondStep

    async def begin(self, call: Call) -> Answer:
        async with self.door.open(without_account(call), None) as (tx, who):
            person = await person_with(tx, who.email)
        assert person is not None
        return answer(ProofAnswer(self.second_step.methods(person), await self.second_step.challenge(person)))
