"""Sends a Command until there is an answer, as a careful client does, and again to see that it is the same."""

import random
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from uuid import UUID

import httpx

from storm.log import Log, Told
from storm.people import PATIENCE_SECONDS, People


class Said(NamedTuple):
    status: int
    body: Any

    @property
    def done(self) -> bool:
        return self.status in (200, 201)


class Sender:
    """One at a time; ``rng`` decides what it does, and the keys it uses."""

    def __init__(
        self,
        rng: random.Random,
        address: str,
        sandbox: str,
        people: People,
        log: Log,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.rng = rng
        self.people = people
        self.log = log
        self._client = httpx.Client(base_url=address, timeout=60, transport=transport)
        self._sandbox = httpx.Client(base_url=sandbox, timeout=60)
        self._twin = ThreadPoolExecutor(1)

    def close(self) -> None:
        self._twin.shutdown()
        self._client.close()
        self._sandbox.close()

    def key(self) -> str:
        return str(UUID(int=self.rng.getrandbits(128), version=4))

    def get(self, email: str, path: str, account: str = "", **params: Any) -> Any:
        """The body; None where it is refused."""
        said = self._insist("read", email, "GET", path, None, account, "", params)
        return said.body if said.done else None

    def command(
        self,
        act: str,
        email: str,
        path: str,
        body: Any = None,
        *,
        account: str = "",
        method: str = "POST",
        made: str = "",
    ) -> Said:
        """Sent once, once more under its key, or twice at the same moment.

        Args:
            body: bytes go as they are.
            made: table in which a success puts a row, which carries the body's mark.
        """
        key, dice = self.key(), self.rng.random()
        asked = (act, email, method, path, {} if body is None else body, account, key)
        if dice < 0.1:
            twin = self._twin.submit(self._insist, *asked)
            first = self._insist(*asked)
            self._compare(act, first, twin.result())
        else:
            first = self._insist(*asked)
            if dice < 0.35:
                self._compare(act, first, self._insist(*asked))
        if made and first.done:
            self.log.made(mark_of(body), Told(made, str(first.body["id"])))
        return first

    def keyed(self, act: str, email: str, path: str, body: Any, key: str) -> Said:
        """Sent once, under this key."""
        return self._insist(act, email, "POST", path, body, "", key)

    def hostile(self, act: str, email: str, path: str, body: Any, *, account: str = "", key: str | None = None) -> None:
        """What has to be refused."""
        sent = self.key() if key is None else key
        said = self._insist(act, email, "POST", path, body, account, sent)
        if not 400 <= said.status < 500 or not isinstance(said.body, dict) or not said.body.get("message"):
            self.log.complain(f"{act} was answered {said.status}: {str(said.body)[:300]}")

    def sandbox(self, act: str, path: str, body: Any) -> Any:
        """The provider keeps no keys: what is sent once may have been done or not. None: refused, or no answer."""
        try:
            said = self._sandbox.post(path, json=body)
        except httpx.TransportError as error:
            self.log.failed(act, repr(error))
            return None
        self.log.answered(act, said.status_code)
        if said.status_code >= 500:
            self.log.failed(act, said.text[:300])
        return said.json() if said.is_success else None

    def faults(self) -> list[Any]:
        """The provider's bad habits, with how often each struck; from now on it has none."""
        found = self._sandbox.get("/sandbox/faults").raise_for_status().json()["faults"]
        self._sandbox.delete("/sandbox/faults").raise_for_status()
        return found

    def webhook(self, path: str, body: Any, status: int) -> None:
        """What somebody tells us, and what the answer has to be."""
        said = self._client.post(path, json=body)
        self.log.answered("webhook", said.status_code)
        if said.status_code != status:
            self.log.complain(f"{path} was answered {said.status_code} and not {status}")

    def _insist(
        self,
        act: str,
        email: str,
        method: str,
        path: str,
        body: Any,
        account: str,
        key: str,
        params: Mapping[str, Any] | None = None,
    ) -> Said:
        deadline = time.monotonic() + PATIENCE_SECONDS
        token = self.people.token(email)
        while time.monotonic() < deadline:
            headers = {"Authorization": f"Bearer {token}"}
            headers |= {"Idempotency-Key": key} if key else {}
            headers |= {"X-Account": account} if account else {}
            try:
                sent: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body}
                said = self._client.request(method, path, params=params, headers=headers, **sent)
            except httpx.TransportError as error:
                self.log.failed(act, repr(error))
                time.sleep(0.2)
                continue
            if said.status_code == 401:
                token = self.people.token(email, ended=token)
            elif said.status_code >= 500:
                self.log.failed(act, said.text[:300])
                time.sleep(0.2)
            elif said.status_code == 409 and said.json()["message"] == "idempotency_in_flight":
                time.sleep(0.05)
            else:
                if method != "GET":
                    self.log.answered(act, said.status_code)
                return Said(said.status_code, said.json() if said.content else None)
        raise TimeoutError(f"{act}: {method} {path} has no answer")

    def _compare(self, act: str, first: Said, again: Said) -> None:
        # What was refused may be granted a moment later; what was granted is granted once, in the same words.
        if first.done and again.done and first != again:
            self.log.complain(f"{act} was answered {first} and then {again}")


#: Where a body carries its mark; the first of these that it has.
MARKED = ("reference", "description", "contract", "details", "name", "reason")


def mark_of(body: Any) -> str:
    """The words by which what this body makes is found again."""
    return next(str(body[name]) for name in MARKED if body.get(name))
