"""What every change of a second factor needs: proof of identity, and the update of the person's sessions."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.identity.recovery import forget_codes

CONFIRMED_MINUTES = 15


def require_two_factor_session(principal: Principal) -> None:
    """Refuses a person with a second factor in a session opened without it.

    Raises:
        ApiError: 403.
    """
    if principal.has_second_factor and Permission.TWO_FACTOR not in principal.permissions:
        raise ApiError(403, "two_factor_required", "sign in again, with your second factor")


async def require_confirmed(tx: Tx, principal: Principal) -> None:
    """Requires a session opened with the second factor and a recently repeated password, for people who have a second factor.

    Raises:
        ApiError: 403 ``two_factor_required`` or ``password_confirmation_required``.
    """
    if not principal.has_second_factor:
        return
    require_two_factor_session(principal)
    recently_confirmed = await tx.value(
        f"select password_confirmed_at > now() - interval '{CONFIRMED_MINUTES} minutes' from session where id = %(id)s",
        {"id": principal.session_id},
    )
    if not recently_confirmed:
        raise ApiError(403, "password_confirmation_required", "say your password again: POST /auth/confirm")


async def mark_session_proven(tx: Tx, principal: Principal) -> None:
    """Marks this session alone as opened with the second factor, after the first one or a replacement was set up."""
    await _mark(tx, principal, here=True)


async def factor_removed(tx: Tx, principal: Principal) -> None:
    """After the last factor, deletes the recovery codes and clears the mark of the sessions."""
    has_factor = await tx.value(
        "select p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id)"
        " from person p where p.id = %(id)s",
        {"id": principal.person_id},
    )
    if not has_factor:
        await forget_codes(tx, principal.person_id)
        await _mark(tx, principal, here=False)


async def _mark(tx: Tx, principal: Principal, *, here: bool) -> None:
    await tx.execute(
        "update session set two_factor = %(here)s and id = %(id)s where person_id = %(person)s and ended_at is null",
        {"here": here, "id": principal.session_id, "person": principal.person_id},
    )
