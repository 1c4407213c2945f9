"""Chooses the adapter of each outgoing port from the settings."""

from urllib.parse import urlsplit

import httpx

from retaguarda.csp import Sources
from retaguarda.foundation.files.scanning import NOT_SCANNED, Scanning
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.metrics import measure_outgoing
from retaguarda.providers.botcheck import Altcha, BotCheck, NoBotCheck
from retaguarda.providers.botcheck_remote import RECAPTCHA, TURNSTILE, RemoteBotCheck
from retaguarda.providers.breaches import Breaches, NoBreaches, PwnedRange
from retaguarda.providers.clamd import Clamd
from retaguarda.providers.coaf import CoafGateway, CoafSender, NoCoafSender
from retaguarda.providers.courts import CourtOrders, NoCourtOrders
from retaguarda.providers.courts.http_client import CourtsGateway
from retaguarda.providers.dict import Dict, NoDict
from retaguarda.providers.dict.client import DictClient, DictConfig
from retaguarda.providers.dict.directory import KeyDirectory, NoKeyDirectory
from retaguarda.providers.dict.directory_client import KeyDirectoryClient
from retaguarda.providers.exchange import ExchangeBanks, NoExchangeBanks, NoReferenceRates, ReferenceRates
from retaguarda.providers.exchange.http_client import BankGateway, Olinda
from retaguarda.providers.mail import Mail, Mailer
from retaguarda.providers.mail.folder import Folder
from retaguarda.providers.mail.smtp import Smtp, server_of
from retaguarda.providers.postal import NoPostalCodes, PostalCodes
from retaguarda.providers.postal.viacep import ViaCep
from retaguarda.providers.trial_payer import NoTrialPayer, SandboxPayer, TrialPayer
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_KEY, SANDBOX_SECRET, PayoutSettings, Settings


def bot_check(settings: Settings, keys: Keys) -> BotCheck:
    match settings.bot_check:
        case "none":
            return NoBotCheck()
        case "altcha":
            return Altcha(*keys.derive_all("altcha"))
        case "recaptcha" | "turnstile" as kind:
            service = RECAPTCHA if kind == "recaptcha" else TURNSTILE
            return RemoteBotCheck(service, settings.bot_check_secret, urlsplit(settings.address).hostname or "")


def bot_check_sources(settings: Settings) -> Sources:
    """Returns the sources from which the page loads and frames the bot check."""
    sources = {
        "recaptcha": ("https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"),
        "turnstile": ("https://challenges.cloudflare.com",),
    }.get(settings.bot_check, ())
    return Sources(script=sources, frame=sources)


def breaches(settings: Settings) -> Breaches:
    return PwnedRange(settings.breaches_url) if settings.breaches_url else NoBreaches()


def scanning(settings: Settings) -> Scanning:
    return Scanning(Clamd(settings.scanner), settings.scanner_required) if settings.scanner else NOT_SCANNED


def postal_codes(settings: Settings) -> PostalCodes:
    return ViaCep(settings.outside.postal_url) if settings.outside.postal_url else NoPostalCodes()


class _MeasuredMailer:
    """Measures each mail in the metrics."""

    def __init__(self, mailer: Mailer) -> None:
        self._mailer = mailer

    async def send(self, mail: Mail) -> None:
        with measure_outgoing("mail"):
            await self._mailer.send(mail)


def mailer(settings: Settings) -> Mailer:
    return _MeasuredMailer(_mailer(settings))


def _mailer(settings: Settings) -> Mailer:
    if settings.smtp_url:
        return Smtp(server_of(settings.smtp_url), settings.mail_from)
    return Folder(settings.data / "mail", settings.mail_from)


def payout_account(settings: Settings) -> PayoutSettings | None:
    """Returns the account of the first payout processor: the settings', else the bundled provider's; in production none."""
    if settings.payout.url or settings.production:
        return settings.payout if settings.payout.url else None
    address, ispb = settings.sandbox_address, settings.payout.ispb
    return PayoutSettings(
        f"{address}/api/v2", f"{address}/oauth/token", SANDBOX_CLIENT, SANDBOX_SECRET, SANDBOX_KEY, ispb
    )


def directory(settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> Dict:
    """Chooses the DICT client.

    Args:
        transport: replaces the network in tests.
    """
    config = _dict_config(settings)
    return NoDict() if config is None else DictClient(config, transport)


def key_directory(settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> KeyDirectory:
    """Chooses where owners of Pix keys are looked up.

    Args:
        transport: replaces the network in tests.
    """
    config = _dict_config(settings)
    return NoKeyDirectory() if config is None else KeyDirectoryClient(config, transport)


def _dict_config(settings: Settings) -> DictConfig | None:
    dict_settings, ispb = settings.directory, settings.payout.ispb
    if dict_settings.url:
        return DictConfig(
            dict_settings.url, ispb, dict_settings.certificate, dict_settings.key, dict_settings.authority
        )
    return None if settings.production else DictConfig(f"{settings.sandbox_address}/dict/api/v1", ispb)


def coaf_sender(settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> CoafSender:
    """Returns the way to Siscoaf: the sandbox in a trial; in production a person hands files over."""
    return NoCoafSender() if settings.production else CoafGateway(f"{settings.sandbox_address}/coaf", transport)


def court_orders(settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> CourtOrders:
    """Returns the gateway to SISBAJUD: the settings', else the sandbox; in production people type orders in."""
    given = settings.courts
    if given.url:
        return CourtsGateway(given.url, given.token, given.key, transport)
    if settings.production:
        return NoCourtOrders()
    return CourtsGateway(f"{settings.sandbox_address}/courts/v1", SANDBOX_SECRET, SANDBOX_SECRET, transport)


def exchange_banks(settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> ExchangeBanks:
    """Returns the gateway to banks of the exchange: the settings', else the sandbox; in production people type."""
    given = settings.exchange
    if given.bank_url:
        return BankGateway(given.bank_url, given.bank_token, transport)
    if settings.production:
        return NoExchangeBanks()
    return BankGateway(f"{settings.sandbox_address}/exchange/v1", SANDBOX_SECRET, transport)


def trial_payer(settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> TrialPayer:
    """Returns who pays test charges: the sandbox, in development alone."""
    if settings.environment != "development":
        return NoTrialPayer()
    return SandboxPayer(settings.sandbox_address, transport)


def reference_rates(settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> ReferenceRates:
    """Returns the service of reference rates: the settings', else the sandbox; in production people import."""
    if settings.exchange.rates_url:
        return Olinda(settings.exchange.rates_url, transport)
    return NoReferenceRates() if settings.production else Olinda(f"{settings.sandbox_address}/exchange/ptax", transport)
