"""The routes of a person's own account: password, sessions, second factors. They need a session and no permission."""

from typing import Any

from retaguarda.foundation.request import Route
from retaguarda.identity.own_sessions import OwnSession
from retaguarda.identity.passkeys import AddedPasskey, Passkey, PasskeyInput
from retaguarda.identity.password_change import ConfirmInput, PasswordInput
from retaguarda.identity.responses import Ok
from retaguarda.identity.second_factor_proof import ProofAnswer
from retaguarda.identity.services import IdentityServices
from retaguarda.identity.two_factor import CodesLeft, RecoveryCodes, TwoFactorAnswer, TwoFactorInput


def account_routes(services: IdentityServices) -> list[Route]:
    return [*_passwords(services), *_sessions(services), *_two_factor(services), *_passkeys(services)]


def _passwords(services: IdentityServices) -> list[Route]:
    own = services.own_password
    return [
        Route("POST", "/auth/password", "Change the password", own.change, body=PasswordInput, answers=Ok),
        Route("POST", "/auth/confirm", "Say the password again", own.confirm, body=ConfirmInput, answers=Ok),
    ]


def _sessions(services: IdentityServices) -> list[Route]:
    own = services.own_sessions
    return [
        Route("GET", "/auth/sessions", "Own sessions", own.all, answers=list[OwnSession]),
        Route("DELETE", "/auth/sessions", "End all other sessions", own.end_others, answers=Ok),
        Route("DELETE", "/auth/sessions/{id:str}", "End one session", own.end, answers=Ok),
    ]


def _two_factor(services: IdentityServices) -> list[Route]:
    own = services.two_factor
    path, codes = "/auth/twoFactor", "/auth/recovery-codes"
    return [
        Route("POST", path, "Set up an authenticator app", own.set_up, body=TwoFactorInput, answers=TwoFactorAnswer),
        Route("DELETE", path, "Remove the authenticator app", own.remove, answers=Ok),
        Route("GET", codes, "How many recovery codes are left", own.codes_left, answers=CodesLeft),
        Route("POST", codes, "New recovery codes", own.new_codes, answers=RecoveryCodes),
        Route(
            "POST",
            "/auth/second-step",
            "How to show the second factor again",
            services.proof.begin,
            answers=ProofAnswer,
        ),
    ]


def _passkeys(services: IdentityServices) -> list[Route]:
    own, path = services.passkeys, "/auth/passkeys"
    return [
        Route("GET", path, "Own passkeys", own.all, answers=list[Passkey]),
        Route("POST", f"{path}/options", "Begin a passkey", own.options, answers=dict[str, Any]),
        Route("POST", path, "Add a passkey", own.add, body=PasskeyInput, answers=AddedPasskey, status=201),
        Route("DELETE", f"{path}/{{id:str}}", "Remove a passkey", own.remove, answers=Ok),
    ]
