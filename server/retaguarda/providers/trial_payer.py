"""Somebody who pays a charge's code at the bundled sandbox, so that a developer sees a payment from beginning to end."""

from typing import Protocol

import httpx

#: Seconds.
LONGEST = 15


class TrialNotPaid(Exception):
    """The sandbox refused the code, or did not answer. ``str()`` says why."""


class TrialPayer(Protocol):
    connected: bool

    async def pay(self, code: str) -> None:
        """Pay what the code asks for.

        Raises:
            TrialNotPaid
        """
        ...


class NoTrialPayer:
    """Outside of development nobody pays but payers."""

    connected = False

    async def pay(self, code: str) -> None:
        raise TrialNotPaid("no sandbox pays here")


class SandboxPayer:
    connected = True

    def __init__(self, address: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._address, self._transport = address, transport

    async def pay(self, code: str) -> None:
        # The transport of tests is theirs to close.
        http = httpx.AsyncClient(transport=self._transport, timeout=LONGEST, trust_env=False)
        try:
            said = await http.post(f"{self._address}/sandbox/pay", json={"code": code})
        except httpx.HTTPError as error:
            raise TrialNotPaid(str(error)) from error
        finally:
            if self._transport is None:
                await http.aclose()
        if not said.is_success:
            raise TrialNotPaid(f"the sandbox answered {said.status_code}")
