"""The API of a person's own account: password, sessions, second factors. Being signed in is enough for each."""

from retaguarda.foundation.call import Route
from retaguarda.identity.own_sessions import OwnSession
from retaguarda.identity.parts import Parts
from retaguarda.identity.password_change import ConfirmInput, PasswordInput
from retaguarda.identity.replies import Said


def account_routes(parts: Parts) -> list[Route]:
    return [*_passwords(parts), *_sessions(parts)]


def _passwords(parts: Parts) -> list[Route]:
    own = parts.own_password
    return [
        Route("POST", "/auth/password", "Change the password", own.change, body=PasswordInput, answers=Said),
        Route("POST", "/auth/confirm", "Say the password again", own.confirm, body=ConfirmInput, answers=Said),
    ]


def _sessions(parts: Parts) -> list[Route]:
    own = parts.own_sessions
    return [
        Route("GET", "/auth/sessions", "Own sessions", own.all, answers=list[OwnSession]),
        Route("DELETE", "/auth/sessions", "End all other sessions", own.end_others, answers=Said),
        Route("DELETE", "/auth/sessions/{id:str}", "End one session", own.end, answers=Said),
    ]
