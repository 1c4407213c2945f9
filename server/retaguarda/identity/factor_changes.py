"""What every change of a second factor needs: the proof that it is them, and what becomes of their sessions."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.identity.recovery import forget_codes

CONFIRMED_MINUTES = 15


def require_two_factor_session(principal: Principal) -> None:
    """
    Raises:
        ApiError: 403 for a person with a second factor in a session that was opened without it.
    """
    if principal.has_second_factor and Permission.TWO_FACTOR not in principal.permissions:
        raise ApiError(403, "two_factor_required", "sign in again, with your second factor")


async def require_confirmed(tx: Tx, principal: Principal) -> None:
    """Whoever has a second factor changes it only from a session that was opened with it, with the password said again.

    Raises:
        ApiError: 403 ``two_factor_required`` or ``password_confirmation_required``.
    """
    if not principal.has_second_factor:
        return
    require_two_factor_session(principal)
    fresh = await tx.value(
        f"select password_confirmed_at > now() - interval '{CONFIRMED_MINUTES} minutes' from session where id = %(id)s",
        {"id": principal.session_id},
    )
    if not fresh:
        raise ApiError(403, "password_confirmation_required", "say your password again: POST /auth/confirm")


async def proven_here(tx: Tx, principal: Principal) -> None:
    """A new first factor, or another in its place: this session has shown it, the person's others have not."""
    await _mark(tx, principal, here=True)


async def factor_removed(tx: Tx, principal: Principal) -> None:
    """With the last factor the recovery codes go, and what sessions had shown with it."""
    left = await tx.value(
        "select p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id)"
        " from person p where p.id = %(id)s",
        {"id": principal.person_id},
    )
    if not left:
        await forget_codes(tx, principal.person_id)
        await _mark(tx, principal, here=False)


async def _mark(tx: Tx, principal: Principal, *, here: bool) -> None:
    await tx.execute(
        "update session set two_factor = %(here)s and id = %(id)s where person_id = %(person)s and ended_at is null",
        {"here": here, "id": principal.session_id, "person": principal.person_id},
    )
