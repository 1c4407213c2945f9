"""The port to whoever checks people and companies: one question, one typed answer."""

from typing import Annotated, Literal, Protocol

import msgspec

#: What can be asked. ``registry``: the tax authority's CPF and CNPJ registers.
PORTS = ("registry", "bureau", "documents", "face", "pep", "sanctions", "adverse_media", "device")
CheckPort = Literal["registry", "bureau", "documents", "face", "pep", "sanctions", "adverse_media", "device"]
#: ``mismatch``: the subject is known and is not who it says.
CheckOutcome = Literal["clear", "hit", "mismatch", "not_found"]

_Text = Annotated[str, msgspec.Meta(max_length=300)]


class CheckQuestion(msgspec.Struct, frozen=True):
    """``call``: our id of this call, which a true answer repeats. ``birth``: of a person, or a company's opening."""

    call: str
    document: str | None
    name: str | None
    birth: str | None = None


class CheckedPartner(msgspec.Struct, frozen=True):
    name: _Text
    role: _Text = ""


class CheckedMatch(msgspec.Struct, frozen=True):
    """Somebody on a list of the provider; ``score`` in hundredths."""

    name: _Text
    list: _Text
    score: Annotated[int, msgspec.Meta(ge=0, le=100)]
    detail: _Text = ""


class CheckResult(msgspec.Struct, frozen=True):
    """What a provider found. ``situation``: as the register calls it; ``score`` in hundredths."""

    outcome: CheckOutcome
    name: _Text | None = None
    situation: _Text | None = None
    birth: _Text | None = None
    score: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None
    partners: Annotated[list[CheckedPartner], msgspec.Meta(max_length=200)] = []
    matches: Annotated[list[CheckedMatch], msgspec.Meta(max_length=200)] = []


class CheckAnswer(msgspec.Struct, frozen=True):
    """``raw``: the answer as it came."""

    result: CheckResult
    raw: bytes


class CheckFailed(Exception):
    """No answer that counts. ``outcome``: error, quota, timeout, or forged where it is not signed for this call."""

    def __init__(self, outcome: Literal["error", "quota", "timeout", "forged"], problem: str) -> None:
        super().__init__(problem)
        self.outcome = outcome


class CheckProvider(Protocol):
    async def check(self, port: CheckPort, question: CheckQuestion) -> CheckAnswer:
        """
        Raises:
            CheckFailed
        """
        ...

    async def close(self) -> None: ...
