"""The people of the storm: one session each, shared by all senders, opened anew when it ends."""

import contextlib
import threading
import time

import httpx
import psycopg

from retaguarda.identity.totp import STEP_SECONDS, code_at
from retaguarda_demo.people import PASSWORD, TOTP_SECRET

ANA, BRUNO, GIL = "ana@merchant.example", "bruno@merchant.example", "gil@merchant.example"
CARLA = "carla@outra.example"
DIEGO, EVA = "diego@retaguarda.example", "eva@retaguarda.example"
PATIENCE_SECONDS = 180


class People:
    def __init__(self, address: str, owner_url: str, transport: httpx.BaseTransport | None = None) -> None:
        self._client = httpx.Client(base_url=address, timeout=30, transport=transport)
        self._owner_url = owner_url
        self._tokens = dict[str, str]()
        self._lock = threading.Lock()

    def close(self) -> None:
        self._client.close()

    def token(self, email: str, ended: str = "") -> str:
        """An access token that is not the one that ``ended``."""
        with self._lock:
            if self._tokens.get(email, ended) == ended:
                self._tokens[email] = self._sign_in(email)
            return self._tokens[email]

    def digits(self, email: str) -> str:
        """A code of the second factor that was not used before, whatever the clock says."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with psycopg.connect(self._owner_url, autocommit=True) as connection:
                    connection.execute("update person set totp_last_step = 0 where email = %s", (email,))
                break
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
        return code_at(TOTP_SECRET, int(time.time()) // STEP_SECONDS)

    def _sign_in(self, email: str) -> str:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.HTTPError, psycopg.Error):
                body = {"email": email, "password": PASSWORD}
                said = self._client.post("/auth/login", json=body).raise_for_status().json()
                if said["twoFactorRequired"]:
                    body["digits"] = self.digits(email)
                    said = self._client.post("/auth/login", json=body).raise_for_status().json()
                # A cookie would ask for its double in a header; a program has none.
                self._client.cookies.clear()
                return said["token"]
            time.sleep(0.2)
        raise TimeoutError(f"{email} cannot sign in")
