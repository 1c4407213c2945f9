"""The parts of this room, put together from what the house gives them."""

from dataclasses import dataclass

from retaguarda.foundation.database import Database
from retaguarda.foundation.keys import Keys
from retaguarda.identity.door import PersonDoor
from retaguarda.identity.email_change import EmailChange
from retaguarda.identity.humans import Humans
from retaguarda.identity.knowing import Knowing
from retaguarda.identity.new_password import NewPasswords
from retaguarda.identity.own_sessions import OwnSessions
from retaguarda.identity.passkeys import Passkeys
from retaguarda.identity.password_change import OwnPassword
from retaguarda.identity.policy import PRODUCT
from retaguarda.identity.profile import People
from retaguarda.identity.proof import Proof
from retaguarda.identity.renewal import Renewal
from retaguarda.identity.resets import Resets
from retaguarda.identity.secondstep import SecondStep
from retaguarda.identity.signin import SignIn
from retaguarda.identity.tokens import AccessTokens
from retaguarda.identity.twofactor import TwoFactor
from retaguarda.identity.webauthn import RelyingParty
from retaguarda.providers.botcheck import BotCheck
from retaguarda.providers.breaches import Breaches
from retaguarda.settings import Settings


@dataclass(frozen=True, slots=True)
class Parts:
    """What answers the calls of this room."""

    humans: Humans
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


def parts(
    database: Database,
    settings: Settings,
    keys: Keys,
    tokens: AccessTokens,
    door: PersonDoor,
    bot_check: BotCheck,
    breaches: Breaches,
) -> Parts:
    unproven = door.for_unproven()
    humans = Humans(database, bot_check, settings.limits)
    knowing = Knowing(database, settings.limits)
    passwords = NewPasswords(breaches)
    own_password = OwnPassword(door, knowing, passwords)
    party = RelyingParty.of(settings.address, PRODUCT)
    second_step = SecondStep(database, keys, settings.limits, party)
    return Parts(
        humans=humans,
        sign_in=SignIn(database, settings, keys, tokens, humans, knowing, second_step),
        renewal=Renewal(database, settings, keys, tokens),
        resets=Resets(database, settings.limits, humans, passwords),
        own_sessions=OwnSessions(unproven),
        own_password=own_password,
        two_factor=TwoFactor(unproven, keys, settings.limits),
        passkeys=Passkeys(unproven, keys, party),
        email_change=EmailChange(database, door, settings.limits, own_password),
        people=People(door, unproven),
        second_step=second_step,
        proof=Proof(door, second_step),
    )
