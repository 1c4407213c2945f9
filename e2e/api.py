"""A client of the running house's API, as an integrator would write it."""

import time
from dataclasses import dataclass
from typing import Any

import httpx

from retaguarda_demo.people import PASSWORD


@dataclass
class Api:
    client: httpx.Client
    token: str

    @classmethod
    def sign_in(cls, address: str, email: str) -> "Api":
        """Needs a house with bot check none."""
        client = httpx.Client(base_url=address, timeout=30)
        said = client.post("/auth/login", json={"email": email, "password": PASSWORD}).raise_for_status().json()
        client.cookies.clear()
        return cls(client, said["token"])

    def get(self, path: str, **params: Any) -> httpx.Response:
        return self.client.get(path, params=params, headers={"Authorization": f"Bearer {self.token}"})

    def post(self, path: str, body: Any, key: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
        return self.client.post(path, json=body, headers=headers)

    def wait_for(self, path: str, status: str, seconds: float = 30) -> dict[str, Any]:
        """The record once it has this status.

        Raises:
            TimeoutError: it never did; the text says what it was last.
        """
        deadline = time.monotonic() + seconds
        record = dict[str, Any]()
        while time.monotonic() < deadline:
            record = self.get(path).raise_for_status().json()
            if record["status"] == status:
                return record
            time.sleep(0.2)
        raise TimeoutError(f"{path} is {record.get('status')}, not {status}: {record.get('last_error')}")
