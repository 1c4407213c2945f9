"""Which adapter of each port towards the outside the settings ask for."""

from retaguarda.foundation.keys import Keys
from retaguarda.providers.botcheck import Altcha, BotCheck, NoBotCheck
from retaguarda.providers.breaches import Breaches, NoBreaches, PwnedRange
from retaguarda.providers.mail import Mailer
from retaguarda.providers.mail.folder import Folder
from retaguarda.providers.mail.smtp import Smtp, server_of
from retaguarda.settings import Settings


def bot_check(settings: Settings, keys: Keys) -> BotCheck:
    return NoBotCheck() if settings.bot_check == "none" else Altcha(keys.derive("altcha"))


def breaches(settings: Settings) -> Breaches:
    return PwnedRange(settings.breaches_url) if settings.breaches_url else NoBreaches()


def mailer(settings: Settings) -> Mailer:
    if settings.smtp_url:
        return Smtp(server_of(settings.smtp_url), settings.mail_from)
    return Folder(settings.data / "mail", settings.mail_from)
