"""Renews the tokens of a session, and ends it: the requests that carry the refresh token."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Request, Response, json_response
from retaguarda.identity.responses import Ok, Tokens
from retaguarda.identity.sessions import check_xsrf, end_session, record_security_event, rotate, xsrf_cookie
from retaguarda.identity.tokens import AccessTokens, token_hash, unauthorized
from retaguarda.settings import Settings


@dataclass(frozen=True, slots=True)
class Renewal:
    database: Database
    settings: Settings
    keys: Keys
    tokens: AccessTokens

    async def refresh(self, request: Request) -> Response:
        """Issues both tokens anew, for the refresh token in the bearer header."""
        async with self.database.transaction(SYSTEM) as tx:
            row, child = await rotate(tx, request.bearer, self.keys, self.settings.refresh_grace_seconds)
            check_xsrf(request, self.keys, row["session_id"])
            if child is None:
                await end_session(tx, row["session_id"], "reuse")
                await record_security_event(tx, "identity:session:token_reused", row, request)
        # After the commit: the session must end although the request is refused.
        if child is None:
            raise unauthorized()
        token = await self.tokens.issue(row["session_id"], row["person_id"], row["email"])
        return json_response(Tokens(token, child))

    async def logout(self, request: Request) -> Response:
        """Ends the session of the refresh token; succeeds for an unknown token or an ended session too."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(
                "select s.id, s.company_id, s.person_id, p.email from refresh_token t join session s on s.id = t.session_id"
                " join person p on p.id = s.person_id where t.hash = %(hash)s",
                {"hash": token_hash(request.bearer)},
            )
            if row is not None:
                check_xsrf(request, self.keys, row["id"])
                if await end_session(tx, row["id"], "logout"):
                    await record_security_event(tx, "identity:session:ended", row, request, reason="logout")
        return json_response(Ok("logged_out"), headers=xsrf_cookie("", max_age=0))
