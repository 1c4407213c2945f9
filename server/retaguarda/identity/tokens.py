"""Access tokens (signed, ten minutes) and refresh tokens (opaque, rotated at each use)."""

import base64
import hashlib
import json
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from uuid import UUID

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys

ALGORITHM = "Ed25519"
ISSUER = "retaguarda"
AUDIENCE = "retaguarda-api"
_CACHE_SIZE = 4_096
#: Another process may have created a key: we see it after this at the latest.
RELOAD_SECONDS = 300


def unauthorized() -> ApiError:
    return ApiError(401, "unauthorized", "sign in again")


@dataclass(frozen=True, slots=True)
class Claims:
    session_id: UUID
    person_id: UUID
    expires_at: int


class AccessTokens:
    """Signs and checks access tokens. The keys live sealed in a table, so that all processes share them."""

    def __init__(self, database: Database, keys: Keys, lifetime: int) -> None:
        self._database = database
        self._keys = keys
        self._lifetime = lifetime
        self._signing_keys = dict[str, OKPKey]()
        self._current = ""
        self._reload_at = 0.0
        #: Caches verified tokens: the same one comes with every request for ten minutes.
        self._verified: OrderedDict[str, Claims] = OrderedDict()

    async def issue(self, session_id: UUID, person_id: UUID, email: str) -> str:
        if not self._current or time.monotonic() > self._reload_at:
            await self._load(create=True)
        now = int(time.time())
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "typ": "access",
            "sub": str(person_id),
            "sid": str(session_id),
            "email": email,
            "iat": now,
            "exp": now + self._lifetime,
        }
        header = {"alg": ALGORITHM, "kid": self._current, "typ": "JWT"}
        return jwt.encode(header, claims, self._signing_keys[self._current], algorithms=[ALGORITHM])

    async def check(self, token: str) -> Claims:
        """Verifies a token.

        Raises:
            ApiError: 401, whatever is wrong with it.
        """
        claims = await self.signed(token)
        if claims.expires_at <= time.time():
            raise unauthorized()
        return claims

    async def signed(self, token: str) -> Claims:
        """Returns the claims of a token that we signed, even an expired one.

        Raises:
            ApiError: 401.
        """
        claims = self._verified.get(token)
        if claims is None:
            claims = await self._verify(token)
            self._verified[token] = claims
            if len(self._verified) > _CACHE_SIZE:
                self._verified.popitem(last=False)
        return claims

    async def _verify(self, token: str) -> Claims:
        if not token or len(token) > 2_000:
            raise unauthorized()
        try:
            kid = jwt_header(token).get("kid", "")
            if kid not in self._signing_keys or time.monotonic() > self._reload_at:
                await self._load(create=False)
            key = self._signing_keys[kid]
            decoded = jwt.decode(token, key, algorithms=[ALGORITHM]).claims
            if (decoded["iss"], decoded["aud"], decoded["typ"]) != (ISSUER, AUDIENCE, "access"):
                raise unauthorized()
            return Claims(UUID(decoded["sid"]), UUID(decoded["sub"]), int(decoded["exp"]))
        except (JoseError, KeyError, ValueError, TypeError, AttributeError, RecursionError):
            raise unauthorized() from None

    async def rotate(self, days: int) -> None:
        """Creates a key once the current one is this old; the previous one still verifies, older ones are deleted."""
        async with self._database.transaction(SYSTEM) as tx:
            await tx.execute(_LOCK)
            has_recent_key = await tx.value(
                "select true from signing_key where created_at > now() - %(days)s * interval '1 day' limit 1",
                {"days": days},
            )
            if not has_recent_key:
                await self._create(tx)
            await tx.execute(
                "delete from signing_key where id not in (select id from signing_key order by created_at desc limit 2)"
            )

    async def _load(self, create: bool) -> None:
        async with self._database.transaction(SYSTEM) as tx:
            if create:
                # Two processes may start at once on a new database.
                await tx.execute(_LOCK)
            rows = await tx.all(_NEWEST)
            if not rows and create:
                await self._create(tx)
                rows = await tx.all(_NEWEST)
        self._signing_keys = {
            row["id"]: OKPKey.import_key(self._keys.unseal("signing", bytes(row["private"]))) for row in rows
        }
        self._current = rows[0]["id"] if rows else ""
        self._reload_at = time.monotonic() + RELOAD_SECONDS

    async def _create(self, tx: Tx) -> None:
        key = OKPKey.generate_key("Ed25519")
        await tx.execute(
            "insert into signing_key (id, private) values (%(id)s, %(private)s)",
            {"id": secrets.token_urlsafe(8), "private": self._keys.seal("signing", key.as_pem(private=True))},
        )


_LOCK = "select pg_advisory_xact_lock(hashtext('signing_key'))"
#: The current key and the previous one.
_NEWEST = "select id, private from signing_key order by created_at desc limit 2"


def jwt_header(token: str) -> dict[str, str]:
    """Returns the header without verifying it, to find the key that should verify the token."""
    raw = token.split(".", 1)[0]
    header = json.loads(base64.urlsafe_b64decode(raw + "=" * (-len(raw) % 4)))
    return header if isinstance(header, dict) else {}


def new_refresh_token() -> str:
    return secrets.token_urlsafe(32)


def successors(keys: Keys, parent: str) -> list[str]:
    """Derives the next token, so that every request with the same parent gets the same child (256 bits).

    The first one is to be issued; the second was issued if the secret has been rotated since.
    """
    signed = keys.sign_all("refresh", parent.encode())
    return [base64.urlsafe_b64encode(each).decode().rstrip("=") for each in signed]


def token_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
