"""Builds the services of this room."""

from dataclasses import dataclass

from retaguarda.foundation.database import Database
from retaguarda.foundation.keys import Keys
from retaguarda.identity.bot_check import BotCheckGuard
from retaguarda.identity.credentials import CredentialCheck
from retaguarda.identity.email_change import EmailChange
from retaguarda.identity.new_password import NewPasswords
from retaguarda.identity.own_sessions import OwnSessions
from retaguarda.identity.passkeys import Passkeys
from retaguarda.identity.password_change import OwnPassword
from retaguarda.identity.password_policy import PRODUCT
from retaguarda.identity.person_access import PersonAccess
from retaguarda.identity.profile import People
from retaguarda.identity.renewal import Renewal
from retaguarda.identity.resets import Resets
from retaguarda.identity.second_factor_proof import Proof
from retaguarda.identity.second_step import SecondStep
from retaguarda.identity.sign_in import SignIn
from retaguarda.identity.tokens import AccessTokens
from retaguarda.identity.two_factor import TwoFactor
from retaguarda.identity.webauthn import RelyingParty
from retaguarda.providers.botcheck import BotCheck
from retaguarda.providers.breaches import Breaches
from retaguarda.settings import Settings


@dataclass(frozen=True, slots=True)
class IdentityServices:
    """The services behind the routes of this room."""

    humans: BotCheckGuard
    sign_in: SignIn
    renewal: Renewal
    resets: Resets
    own_sessions: OwnSessions
    own_password: OwnPassword
    two_factor: TwoFactor
    passkeys: Passkeys
    email_change: EmailChange
    people: People
    second_step: SecondStep
    proof: Proof


def identity_services(
    database: Database,
    settings: Settings,
    keys: Keys,
    tokens: AccessTokens,
    access: PersonAccess,
    bot_check: BotCheck,
    breaches: Breaches,
) -> IdentityServices:
    unproven = access.for_unproven()
    humans = BotCheckGuard(database, bot_check, settings.limits)
    credentials = CredentialCheck(database, settings.limits)
    passwords = NewPasswords(breaches)
    own_password = OwnPassword(access, credentials, passwords)
    party = RelyingParty.of(settings.address, PRODUCT)
    second_step = SecondStep(database, keys, settings.limits, party)
    return IdentityServices(
        humans=humans,
        sign_in=SignIn(database, settings, keys, tokens, humans, credentials, second_step),
        renewal=Renewal(database, settings, keys, tokens),
        resets=Resets(database, settings.limits, humans, passwords),
        own_sessions=OwnSessions(unproven),
        own_password=own_password,
        two_factor=TwoFactor(unproven, keys, settings.limits),
        passkeys=Passkeys(unproven, keys, party),
        email_change=EmailChange(database, access, settings.limits, own_password),
        people=People(access, unproven),
        second_step=second_step,
        proof=Proof(access, second_step),
    )
