"""Sets up, replaces and removes an authenticator app, and issues its recovery codes."""

import hmac
from dataclasses import dataclass

import msgspec
import segno

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Principal, Request, Response, json_response
from retaguarda.identity.factor_changes import factor_removed, mark_session_proven, require_confirmed
from retaguarda.identity.limits import begin_try, cancel_try, code_limits
from retaguarda.identity.password_policy import PRODUCT
from retaguarda.identity.person_access import without_account
from retaguarda.identity.recovery import codes_left, make_codes
from retaguarda.identity.responses import Ok
from retaguarda.identity.second_step import ERROR_TEXTS, verify_totp
from retaguarda.identity.sessions import record_own_event
from retaguarda.identity.totp import new_secret, setup_uri
from retaguarda.settings import Limits

PENDING_MINUTES = 30


class TwoFactorInput(msgspec.Struct, forbid_unknown_fields=True):
    """Empty begins a setup; both fields complete it."""

    digits: str | msgspec.UnsetType = msgspec.UNSET
    secret: str | msgspec.UnsetType = msgspec.UNSET


class TwoFactorAnswer(msgspec.Struct):
    """``qrCode`` (an image's data URI) and ``secret`` when a setup begins; the others when it completes."""

    qrCode: str | msgspec.UnsetType = msgspec.UNSET
    secret: str | msgspec.UnsetType = msgspec.UNSET
    message: str | msgspec.UnsetType = msgspec.UNSET
    recoveryCodes: list[str] | msgspec.UnsetType = msgspec.UNSET
    statusCode: int = 200
    status: bool = True


class RecoveryCodes(msgspec.Struct):
    recoveryCodes: list[str]


class CodesLeft(msgspec.Struct):
    left: int


@dataclass(frozen=True, slots=True)
class TwoFactor:
    access: Access
    keys: Keys
    limits: Limits

    async def set_up(self, request: Request) -> Response:
        body = request.read(TwoFactorInput)
        if body.digits is msgspec.UNSET and body.secret is msgspec.UNSET:
            return await self._begin(request)
        for name, value in (("digits", body.digits), ("secret", body.secret)):
            if not value or len(value) > 64:
                raise ApiError(400, {name: ["field_required" if not value else "too_long"]}, f"{name} is required")
        return await self._confirm(request, str(body.digits).strip(), str(body.secret).strip())

    async def _begin(self, request: Request) -> Response:
        """Stores the secret sealed until its first code; a new setup replaces a pending one."""
        secret = new_secret()
        async with self.access.open(without_account(request), None) as (tx, principal):
            await require_confirmed(tx, principal)
            await tx.execute(
                "update person set totp_pending = %(pending)s, totp_pending_at = now() where id = %(id)s",
                {"pending": self.keys.seal("totp", secret.encode()), "id": principal.person_id},
            )
            uri = setup_uri(secret, principal.email, PRODUCT)
        return json_response(TwoFactorAnswer(qrCode=segno.make_qr(uri, error="m").svg_data_uri(scale=5), secret=secret))

    async def _confirm(self, request: Request, digits: str, secret: str) -> Response:
        codes = list[str]()
        async with self.access.open(without_account(request), None) as (tx, principal):
            await require_confirmed(tx, principal)
            limits = code_limits(self.limits, request.ip, principal.email)
            attempt = await begin_try(tx, limits)
            refusal = await self._take(tx, principal, digits, secret)
            if refusal is None:
                await cancel_try(tx, limits, attempt)
                codes = await make_codes(tx, self.keys, principal.person_id, principal.company_id)
                change = "replaced" if principal.has_second_factor else "added"
                await mark_session_proven(tx, principal)
                await record_own_event(tx, f"identity:second_factor:{change}", principal, request, kind="totp")
            else:
                await record_own_event(tx, "identity:second_factor:refused", principal, request, reason=refusal)
        # After the commit: the refusal stays counted.
        if refusal is not None:
            raise ApiError(400, refusal, ERROR_TEXTS[refusal])
        return json_response(TwoFactorAnswer(message="2factor_new_device_success", recoveryCodes=codes))

    async def _take(self, tx: Tx, principal: Principal, digits: str, secret: str) -> str | None:
        """Returns the key of the error; None once the pending secret is active."""
        row = await tx.one(
            f"select totp_pending, totp_pending_at > now() - interval '{PENDING_MINUTES} minutes' as fresh"
            " from person where id = %(id)s for update",
            {"id": principal.person_id},
        )
        if row is None or row["totp_pending"] is None or not row["fresh"]:
            return "2fa_setup_invalid"
        pending = self.keys.unseal("totp", bytes(row["totp_pending"]))
        # Accept only the secret that the server made, not one of the caller's choice.
        if not hmac.compare_digest(pending, secret.encode()):
            return "2fa_setup_invalid"
        verdict = verify_totp(pending.decode(), digits, 0)
        if isinstance(verdict, str):
            return verdict
        await tx.execute(
            "update person set totp_secret = totp_pending, totp_pending = null, totp_pending_at = null,"
            " totp_last_step = %(step)s where id = %(id)s",
            {"step": verdict, "id": principal.person_id},
        )
        return None

    async def remove(self, request: Request) -> Response:
        async with self.access.open(without_account(request), None) as (tx, principal):
            await require_confirmed(tx, principal)
            if not await tx.execute(
                "update person set totp_secret = null where id = %(id)s and totp_secret is not null",
                {"id": principal.person_id},
            ):
                raise not_found("authenticator app")
            await factor_removed(tx, principal)
            await record_own_event(tx, "identity:second_factor:removed", principal, request, kind="totp")
        return json_response(Ok("2factor_removed"))

    async def codes_left(self, request: Request) -> Response:
        async with self.access.open(without_account(request), None) as (tx, principal):
            return json_response(CodesLeft(await codes_left(tx, principal.person_id)))

    async def new_codes(self, request: Request) -> Response:
        async with self.access.open(without_account(request), None) as (tx, principal):
            await require_confirmed(tx, principal)
            if not principal.has_second_factor:
                raise ApiError(400, "2factor_missing", "recovery codes come with a second factor; set one up first")
            codes = await make_codes(tx, self.keys, principal.person_id, principal.company_id)
            await record_own_event(tx, "identity:recovery_codes:made", principal, request)
        return json_response(RecoveryCodes(codes))
