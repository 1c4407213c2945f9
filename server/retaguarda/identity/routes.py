"""The identity room's part of the API."""

from retaguarda.foundation.call import Door, Parameter, Route
from retaguarda.foundation.permissions import Permission
from retaguarda.identity.profile import Company, Me, People, Profile, ProfileInput
from retaguarda.identity.signin import ACTIONS, LoginInput, Said, SignIn, Tokens

_BOT = Parameter("X-Bot-Check", {"type": "string"}, "the solved challenge of this action, base64", "header")


def routes(sign_in: SignIn, door: Door) -> list[Route]:
    people = People(door)
    action = Parameter("action", {"type": "string", "enum": list(ACTIONS)}, required=True)
    return [
        Route(
            "GET",
            "/auth/bot-check/challenge",
            "A challenge for a form",
            sign_in.challenge,
            public=True,
            parameters=(action,),
        ),
        Route(
            "POST",
            "/auth/login",
            "Sign in",
            sign_in.login,
            public=True,
            body=LoginInput,
            answers=Tokens,
            parameters=(_BOT,),
        ),
        Route("POST", "/auth/refresh", "New tokens for a refresh token", sign_in.refresh, public=True, answers=Tokens),
        Route("POST", "/auth/logout", "End the session of a refresh token", sign_in.logout, public=True, answers=Said),
        Route("GET", "/rbac/me", "The signed-in person", people.me, answers=Me),
        Route("GET", "/rbac/profile", "Name and language of the signed-in person", people.profile, answers=Profile),
        Route(
            "PATCH", "/rbac/profile", "Change the language", people.change_profile, body=ProfileInput, answers=Profile
        ),
        Route(
            "GET",
            "/rbac/companies",
            "The companies the person may see",
            people.companies,
            permission=Permission.COMPANIES_READ,
            answers=list[Company],
        ),
        Route(
            "GET",
            "/rbac/companies/{id:str}",
            "One company",
            people.company,
            permission=Permission.COMPANIES_READ,
            answers=Company,
        ),
    ]
