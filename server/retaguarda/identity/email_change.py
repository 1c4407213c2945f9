"""Changes the e-mail address: requested with the password, effective once the link mailed to it is opened."""

from dataclasses import dataclass

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Access, Request, Response, json_response
from retaguarda.identity.email_addresses import checked_address
from retaguarda.identity.factor_changes import require_two_factor_session
from retaguarda.identity.limits import begin_try, cancel_try, count_or_refuse, link_limits, mail_limits
from retaguarda.identity.mailed_tokens import use_token
from retaguarda.identity.password_change import OwnPassword
from retaguarda.identity.person_access import without_account
from retaguarda.identity.responses import Ok
from retaguarda.identity.sessions import record_own_event, record_security_event
from retaguarda.settings import Limits


class EmailInput(msgspec.Struct, forbid_unknown_fields=True):
    email: str
    password: str


class TokenInput(msgspec.Struct, forbid_unknown_fields=True):
    token: str


@dataclass(frozen=True, slots=True)
class EmailChange:
    database: Database
    access: Access
    limits: Limits
    own_password: OwnPassword

    async def ask(self, request: Request) -> Response:
        """Responds the same when the address is taken, which we must not reveal."""
        body = request.read(EmailInput)
        email = checked_address(body.email)
        await self.own_password.verified_person(request, "password", body.password)
        limits = mail_limits(self.limits, request.ip, email)
        async with self.access.open(without_account(request), None) as (tx, principal):
            require_two_factor_session(principal)
            await begin_try(tx, limits)
            await tx.execute(
                "update person set pending_email = %(email)s where id = %(id)s",
                {"email": email, "id": principal.person_id},
            )
            await record_own_event(tx, "identity:person:email_change_asked", principal, request, to=email)
        return json_response(Ok("verify_your_email"))

    async def confirm(self, request: Request) -> Response:
        """Needs no session: the token identifies the person, and the link may be opened on any device."""
        body = request.read(TokenInput)
        limits = link_limits(self.limits, request.ip)
        try:
            async with self.database.transaction(SYSTEM) as tx:
                attempt = await begin_try(tx, limits)
                person = await use_token(tx, body.token, "email")
                if person is not None:
                    await cancel_try(tx, limits, attempt)
                    await tx.execute(
                        "update person set email = %(new_email)s, pending_email = null where id = %(id)s", person
                    )
                    changed = {"from": person["email"], "to": person["new_email"]}
                    await record_security_event(tx, "identity:person:email_changed", person, request, **changed)
        except UniqueViolation:
            # The rollback also dropped the counted try: count it again.
            await count_or_refuse(self.database, limits)
            person = None
        if person is None:
            raise ApiError(400, "email_change_fail", "this link was used, is too old, or its address is taken")
        return json_response(Ok("email_change_success"))
