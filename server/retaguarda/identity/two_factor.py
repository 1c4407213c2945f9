"""An authenticator app: setting it up, replacing and removing it, and its recovery codes."""

import hmac
from dataclasses import dataclass

import msgspec
import segno

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Principal, Request, Response, json_response
from retaguarda.identity.factor_changes import factor_removed, proven_here, require_confirmed
from retaguarda.identity.limits import begin_try, code_limits, take_back
from retaguarda.identity.password_policy import PRODUCT
from retaguarda.identity.person_access import without_account
from retaguarda.identity.recovery import codes_left, make_codes
from retaguarda.identity.responses import Ok
from retaguarda.identity.second_step import WHY, judge
from retaguarda.identity.sessions import trace_of
from retaguarda.identity.totp import new_secret, setup_uri
from retaguarda.settings import Limits

PENDING_MINUTES = 30


class TwoFactorInput(msgspec.Struct, forbid_unknown_fields=True):
    """Empty begins a setup; both fields end it."""

    digits: str | msgspec.UnsetType = msgspec.UNSET
    secret: str | msgspec.UnsetType = msgspec.UNSET


class TwoFactorAnswer(msgspec.Struct):
    """``qrCode`` (an image's data URI) and ``secret`` of a setup that begins; the others of one that ended well."""

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
        given = request.read(TwoFactorInput)
        if given.digits is msgspec.UNSET and given.secret is msgspec.UNSET:
            return await self._begin(request)
        for name, value in (("digits", given.digits), ("secret", given.secret)):
            if not value or len(value) > 64:
                raise ApiError(400, {name: ["field_required" if not value else "too_long"]}, f"{name} is required")
        return await self._confirm(request, str(given.digits).strip(), str(given.secret).strip())

    async def _begin(self, request: Request) -> Response:
        """The secret waits, sealed, for its first code; a setup begun again takes the place of the one before."""
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
            at = await begin_try(tx, limits)
            refused = await self._take(tx, principal, digits, secret)
            if refused is None:
                await take_back(tx, limits, at)
                codes = await make_codes(tx, self.keys, principal.person_id, principal.company_id)
                what = "replaced" if principal.has_second_factor else "added"
                await proven_here(tx, principal)
                await trace_of(tx, f"identity:second_factor:{what}", principal, request, kind="totp")
            else:
                await trace_of(tx, "identity:second_factor:refused", principal, request, reason=refused)
        # After the commit: what was refused stays counted.
        if refused is not None:
            raise ApiError(400, refused, WHY[refused])
        return json_response(TwoFactorAnswer(message="2factor_new_device_success", recoveryCodes=codes))

    async def _take(self, tx: Tx, principal: Principal, digits: str, secret: str) -> str | None:
        """The key of what is wrong; None once the waiting secret is theirs."""
        row = await tx.one(
            f"select totp_pending, totp_pending_at > now() - interval '{PENDING_MINUTES} minutes' as fresh"
            " from person where id = %(id)s for update",
            {"id": principal.person_id},
        )
        if row is None or row["totp_pending"] is None or not row["fresh"]:
            return "2fa_setup_invalid"
        pending = self.keys.unseal("totp", bytes(row["totp_pending"]))
        # Only the server's own secret comes back; one of somebody else's choice is none.
        if not hmac.compare_digest(pending, secret.encode()):
            return "2fa_setup_invalid"
        verdict = judge(pending.decode(), digits, 0)
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
            await trace_of(tx, "identity:second_factor:removed", principal, request, kind="totp")
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
            await trace_of(tx, "identity:recovery_codes:made", principal, request)
        return json_response(RecoveryCodes(codes))
