"""The identity room's part of the API."""

from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Parameter, Route
from retaguarda.foundation.scope import OWN
from retaguarda.identity.account_routes import account_routes
from retaguarda.identity.bot_check import ACTIONS
from retaguarda.identity.email_change import EmailInput, TokenInput
from retaguarda.identity.profile import Company, Me, Profile, ProfileInput
from retaguarda.identity.resets import ForgotInput
from retaguarda.identity.responses import Ok, Tokens
from retaguarda.identity.services import IdentityServices
from retaguarda.identity.sign_in import LoginInput

_BOT = Parameter("X-Bot-Check", {"type": "string"}, "the solved challenge of this action, base64", "header")


def routes(parts: IdentityServices) -> list[Route]:
    return [*_sign_in(parts), *_people(parts), *account_routes(parts)]


def _sign_in(parts: IdentityServices) -> list[Route]:
    action = Parameter("action", {"type": "string", "enum": list(ACTIONS)}, required=True)
    return [
        Route(
            "GET",
            "/auth/bot-check/challenge",
            "A challenge for a form",
            parts.humans.challenge,
            public=True,
            schema={"type": "object"},
            parameters=(action,),
        ),
        Route(
            "POST",
            "/auth/login",
            "Sign in",
            parts.sign_in.login,
            public=True,
            body=LoginInput,
            answers=Tokens,
            parameters=(_BOT,),
        ),
        Route(
            "POST",
            "/auth/refresh",
            "New tokens for a refresh token",
            parts.renewal.refresh,
            public=True,
            answers=Tokens,
        ),
        Route(
            "POST",
            "/auth/logout",
            "End the session of a refresh token",
            parts.renewal.logout,
            public=True,
            answers=Ok,
        ),
        Route(
            "POST",
            "/auth/forgot",
            "Ask for a new password, or set it with the token of the mail",
            parts.resets.forgot,
            public=True,
            body=ForgotInput,
            answers=Ok,
            parameters=(_BOT,),
        ),
    ]


def _people(parts: IdentityServices) -> list[Route]:
    people, change, email = parts.people, parts.email_change, "/rbac/profile/email"
    return [
        Route("GET", "/rbac/me", "The signed-in person", people.me, answers=Me),
        Route("GET", "/rbac/profile", "Name and language of the signed-in person", people.profile, answers=Profile),
        Route(
            "PATCH",
            "/rbac/profile",
            "Change name or language",
            people.change_profile,
            body=ProfileInput,
            answers=Profile,
        ),
        Route("POST", email, "Ask for another e-mail address", change.ask, body=EmailInput, answers=Ok),
        Route(
            "POST",
            f"{email}/confirm",
            "Take the address a mail was sent to",
            change.confirm,
            public=True,
            body=TokenInput,
            answers=Ok,
        ),
        Route(
            "GET",
            "/rbac/companies",
            "The companies the person may see",
            people.companies,
            permission=Permission.COMPANIES_READ,
            scope=OWN,
            answers=list[Company],
        ),
        Route(
            "GET",
            "/rbac/companies/{id:str}",
            "One company",
            people.company,
            permission=Permission.COMPANIES_READ,
            scope=OWN,
            answers=Company,
        ),
    ]
