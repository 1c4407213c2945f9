"""All settings of the program, read once from the environment.

Names are ``RETAGUARDA_*``, except ``PORT`` and ``DATABASE_URL``, which hosting platforms set.

Every process reads them, also those that only watch others. So what checks a setting by the client that it is for is imported where
the setting is there.
"""

import ipaddress
import os
import re
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal, TypeVar, get_args

from retaguarda.foundation.logs import Form
from retaguarda.third_parties import InvalidSetting, ThirdParties, read

Word = TypeVar("Word", bound=str)
#: The module that fills a trial: it connects the sandbox provider and loads the demo. Neither is part of the product.
TRIAL = "retaguarda_demo.trial"
#: Our account at the sandbox provider: it moves no money, so its password is no secret.
SANDBOX_CLIENT = "retaguarda"
SANDBOX_SECRET = "sandbox-secret"  # noqa: S105
SANDBOX_KEY = "pix@retaguarda.example"

Environment = Literal["development", "sandbox", "stage", "staging", "production"]
LogLevel = Literal["debug", "info", "warning", "error"]
#: Who must have a second factor, beside people whose role demands it.
SecondFactor = Literal["roles", "staff", "all"]
BotCheckKind = Literal["altcha", "recaptcha", "turnstile", "none"]
#: Pairs of (most, seconds); each pair is a limit of its own.
Rates = tuple[tuple[int, int], ...]
#: Three days in total.
HOOK_DELAYS = (10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 92_330)


#: The built web: beside the code in an installed wheel, in the folder ``web`` of a checkout.
_PACKAGED = Path(__file__).with_name("web_dist")
WEB_DIST = _PACKAGED if _PACKAGED.is_dir() else Path(__file__).parents[2] / "web" / "dist"


class SettingsError(Exception):
    """A setting is invalid; ``str()`` names it and says what is expected."""


@dataclass(frozen=True, slots=True)
class Limits:
    """RETAGUARDA_LIMIT_<NAME>, written like 5/300,20/3600. "address" is an IP address."""

    #: Refused sign-ins, per person, per address and in total.
    sign_in_person: Rates = ((10, 300),)
    sign_in_address: Rates = ((10, 300),)
    sign_in_all: Rates = ((1_000, 300),)
    #: Refused second factors.
    code_person: Rates = ((5, 300), (20, 3_600), (50, 86_400))
    code_address: Rates = ((10, 300),)
    #: Requested mails.
    mail_person: Rates = ((5, 3_600),)
    mail_address: Rates = ((20, 3_600),)
    mail_all: Rates = ((1_000, 3_600),)
    #: Dead links from mails, and failed bot checks.
    link_address: Rates = ((10, 300),)
    bot_check_address: Rates = ((30, 300),)
    #: Wrong secrets of API keys.
    key_address: Rates = ((30, 300),)
    #: People a company invites.
    invitations: Rates = ((200, 3_600),)
    #: Requests of a person and of an API key, successful or not; in each API process.
    calls_person: Rates = ((600, 60),)
    calls_key: Rates = ((6_000, 60),)


@dataclass(frozen=True, slots=True)
class PayoutSettings:
    """RETAGUARDA_PAYOUT_<NAME>: the bank for payouts. Without a URL the bundled sandbox; in production none."""

    url: str = ""
    token_url: str = ""
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    #: The Pix key of the paying account.
    pix_key: str = ""
    #: ISPB of the participant in the end-to-end ids, eight characters.
    ispb: str = "12345678"


@dataclass(frozen=True, slots=True)
class DirectorySettings:
    """RETAGUARDA_DICT_<NAME>: DICT, or our gateway that signs its requests. Without a URL the bundled sandbox; in
    production none.
    """

    #: The part of the URL before /infraction-reports/.
    url: str = ""
    #: PEM files for mutual TLS, when we reach DICT directly.
    certificate: str = ""
    key: str = ""
    authority: str = ""


@dataclass(frozen=True, slots=True)
class FeedSettings:
    """RETAGUARDA_FEED_<NAME>: where events go as CloudEvents. Without a URL they go nowhere."""

    #: nats://… or tls://… of a NATS server with JetStream, with user and password where it wants them; or file:///folder.
    url: str = field(default="", repr=False)
    #: The stream, made where it is not there, and what its subjects begin with.
    stream: str = "retaguarda"
    subject: str = "retaguarda"
    #: Whether fields leave that tell of people.
    personal: bool = False


@dataclass(frozen=True, slots=True)
class ExchangeSettings:
    """RETAGUARDA_EXCHANGE_<NAME>: where reference rates come from, and our gateway to banks of the exchange. Without a URL the
    bundled sandbox; in production none.
    """

    #: Of Olinda, PTAX v1: the part before /CotacaoMoedaPeriodo.
    rates_url: str = ""
    bank_url: str = ""
    bank_token: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class CourtSettings:
    """RETAGUARDA_COURTS_<NAME>: our gateway to SISBAJUD. Without a URL the bundled sandbox; in production none, and people type orders in."""

    url: str = ""
    token: str = field(default="", repr=False)
    #: Signs what courts send.
    key: str = field(default="", repr=False)
    #: E-mails of the staff who see a secret order that comes by itself, with commas between.
    viewers: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    environment: Environment = "development"
    port: int = 8000
    #: The address to listen on; the default suits a proxy on the same machine.
    bind: str = "127.0.0.1"
    #: PEM files for TLS between the proxy and us, for a proxy on another machine; empty: plain HTTP.
    tls_certificate: str = ""
    tls_key: str = ""
    data: Path = Path(".data")
    #: The owner's URL of the database; empty: the embedded server.
    database_url: str = ""
    #: URL for the application's own role; empty: derived from the owner's.
    database_app_url: str = ""
    #: For the same role: a pooler in transaction mode before the database, and a server that follows it; empty: neither.
    database_pooler_url: str = ""
    database_replica_url: str = ""
    public_url: str = ""
    web_dist: Path = WEB_DIST
    bot_check: BotCheckKind = "altcha"
    #: Of a third-party bot check: the key that the page shows, and the server's secret.
    bot_check_site_key: str = ""
    bot_check_secret: str = ""
    #: The secret from which we derive all keys of the server; empty: created and kept in the data folder.
    secret: str = field(default="", repr=False)
    #: The secret being rotated out: it opens what it sealed until everything is resealed.
    secret_previous: str = field(default="", repr=False)
    #: text for developers; json, without personal data, for operation.
    log_form: Form = "text"
    log_level: LogLevel = "info"
    #: The bearer token of /metrics; empty: no such page.
    metrics_token: str = field(default="", repr=False)
    demo: bool = True
    demo_payins: int = 20_000
    api_workers: int = 1
    trusted_proxies: int = 0
    #: Links on the sign-in page and for merchants; empty hides the link.
    privacy_url: str = ""
    terms_url: str = ""
    help_url: str = ""
    api_host: str = ""
    auth_host: str = ""
    access_token_seconds: int = 600
    #: Age at which the key that signs access tokens is replaced.
    signing_key_days: int = 30
    refresh_grace_seconds: int = 10
    session_idle_staff_seconds: int = 30 * 60
    session_idle_merchant_seconds: int = 2 * 3600
    session_absolute_seconds: int = 12 * 3600
    #: Who must have a second factor: people whose role demands it (roles), all staff too (staff), everybody (all).
    second_factor: SecondFactor = "staff"
    limits: Limits = field(default_factory=Limits)
    #: Range service of breached passwords (k-anonymity); empty: no check.
    breaches_url: str = ""
    #: The malware scanner for uploads: tcp://host:port or unix:///path of a clamd; empty: none.
    scanner: str = ""
    #: Refuse uploads while the scanner is unavailable.
    scanner_required: bool = True
    #: smtp://user:password@host:587 or smtps://…:465; empty writes mails into the data folder.
    smtp_url: str = ""
    mail_from: str = "Retaguarda <no-reply@localhost>"
    outside: ThirdParties = field(default_factory=ThirdParties)
    payout: PayoutSettings = field(default_factory=PayoutSettings)
    directory: DirectorySettings = field(default_factory=DirectorySettings)
    exchange: ExchangeSettings = field(default_factory=ExchangeSettings)
    courts: CourtSettings = field(default_factory=CourtSettings)
    feed: FeedSettings = field(default_factory=FeedSettings)
    idempotency_days: int = 7
    #: Seconds before each retry of a webhook.
    hook_delays: tuple[int, ...] = HOOK_DELAYS
    #: Days to keep webhook deliveries.
    hook_days: int = 30
    #: Folder of the archive, where `retaguarda archive` writes each month and the API reads it; empty: none.
    archive: str = ""
    #: Days to keep the file of an export.
    export_days: int = 7
    sandbox_port: int = 0
    #: A statement of the application fails after waiting this long for a lock.
    lock_timeout_ms: int = 5_000
    statement_timeout_ms: int = 30_000
    pool_size: int = 16

    @property
    def address(self) -> str:
        return self.public_url or f"http://localhost:{self.port}"

    @property
    def webhook_address(self) -> str:
        """The URL at which providers reach us; the bundled sandbox runs on this machine."""
        return self.public_url or f"http://127.0.0.1:{self.port}"

    @property
    def private_hooks(self) -> bool:
        """Whether webhooks may go to private addresses, and shop pages use plain http: in development only."""
        return self.environment == "development"

    @property
    def production(self) -> bool:
        return self.environment == "production"

    @property
    def sandbox_listens(self) -> int:
        """Port of the bundled payment provider; one above the application's unless set."""
        return self.sandbox_port or self.port + 1

    @property
    def sandbox_mailbox_listens(self) -> int:
        """Port of the bundled bank's mailbox (SFTP); one above the provider's."""
        return self.sandbox_listens + 1

    @property
    def sandbox_mailbox(self) -> Path:
        """The folder of the bundled bank's mailbox."""
        return self.data / "sandbox-mailbox"

    @property
    def sandbox_address(self) -> str:
        return f"http://127.0.0.1:{self.sandbox_listens}"


def _integer(env: dict[str, str], name: str, default: int, low: int, high: int) -> int:
    raw = env.get(name, "").strip()
    if not raw:
        return default
    if not raw.isascii() or not raw.isdigit() or not low <= int(raw) <= high:
        raise SettingsError(f"{name} must be a whole number from {low} to {high}, not {raw!r}")
    return int(raw)


def _choice(env: dict[str, str], name: str, default: Word, allowed: tuple[Word, ...]) -> Word:
    raw = env.get(name, "").strip() or default
    chosen = next((word for word in allowed if word == raw), None)
    if chosen is None:
        raise SettingsError(f"{name} must be one of {', '.join(allowed)}, not {raw!r}")
    return chosen


def _bind(env: dict[str, str], default: str) -> str:
    raw = env.get("RETAGUARDA_BIND", "").strip() or default
    try:
        return str(ipaddress.ip_address(raw))
    except ValueError:
        raise SettingsError(f"RETAGUARDA_BIND must be an address such as 127.0.0.1 or 0.0.0.0, not {raw!r}") from None


def _rates(env: dict[str, str], name: str, default: Rates) -> Rates:
    raw = env.get(name, "").replace(" ", "")
    if not raw:
        return default
    if not re.fullmatch(r"[1-9]\d{0,8}/[1-9]\d{0,8}(,[1-9]\d{0,8}/[1-9]\d{0,8})*", raw, re.ASCII):
        raise SettingsError(f"{name} must look like 5/300,20/3600 (tries/seconds), not {raw!r}")
    pairs = (pair.split("/") for pair in raw.split(","))
    return tuple((int(most), int(seconds)) for most, seconds in pairs)


def _delays(env: dict[str, str], name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    raw = env.get(name, "").replace(" ", "")
    if not raw:
        return default
    if not re.fullmatch(r"[1-9]\d{0,6}(,[1-9]\d{0,6}){0,49}", raw, re.ASCII):
        raise SettingsError(f"{name} must look like 10,60,300 (seconds, at most 50 of them), not {raw!r}")
    return tuple(int(each) for each in raw.split(","))


def _limits(env: dict[str, str]) -> Limits:
    defaults = Limits()
    names = [each.name for each in fields(Limits)]
    return Limits(**{name: _rates(env, f"RETAGUARDA_LIMIT_{name.upper()}", getattr(defaults, name)) for name in names})


def _payout(env: dict[str, str]) -> PayoutSettings:
    defaults = PayoutSettings()
    settings_ = PayoutSettings(
        **{
            each.name: env.get(f"RETAGUARDA_PAYOUT_{each.name.upper()}", "").strip() or getattr(defaults, each.name)
            for each in fields(PayoutSettings)
        }
    )
    if not re.fullmatch(r"[0-9A-Z]{8}", settings_.ispb, re.ASCII):
        raise SettingsError(f"RETAGUARDA_PAYOUT_ISPB must be eight digits or capital letters, not {settings_.ispb!r}")
    if settings_.url and not (
        settings_.token_url and settings_.client_id and settings_.client_secret and settings_.pix_key
    ):
        raise SettingsError("RETAGUARDA_PAYOUT_URL needs _TOKEN_URL, _CLIENT_ID, _CLIENT_SECRET and _PIX_KEY beside it")
    return settings_


def _directory(env: dict[str, str]) -> DirectorySettings:
    settings_ = DirectorySettings(
        **{each.name: env.get(f"RETAGUARDA_DICT_{each.name.upper()}", "").strip() for each in fields(DirectorySettings)}
    )
    if settings_.url and not re.fullmatch(r"https?://[^\s/]+(/[^\s?#]*)?", settings_.url):
        raise SettingsError(f"RETAGUARDA_DICT_URL must be an address of http or https, not {settings_.url!r}")
    return settings_


def _exchange(env: dict[str, str]) -> ExchangeSettings:
    settings_ = ExchangeSettings(
        **{
            each.name: env.get(f"RETAGUARDA_EXCHANGE_{each.name.upper()}", "").strip().rstrip("/")
            for each in fields(ExchangeSettings)
        }
    )
    for name, url in (("RATES_URL", settings_.rates_url), ("BANK_URL", settings_.bank_url)):
        if url and not re.fullmatch(r"https?://[^\s/]+(/[^\s?#]*)?", url):
            raise SettingsError(f"RETAGUARDA_EXCHANGE_{name} must be an address of http or https, not {url!r}")
    if bool(settings_.bank_url) != bool(settings_.bank_token):
        raise SettingsError("RETAGUARDA_EXCHANGE_BANK_URL and RETAGUARDA_EXCHANGE_BANK_TOKEN go together")
    return settings_


def _courts(env: dict[str, str]) -> CourtSettings:
    settings_ = CourtSettings(
        **{
            each.name: env.get(f"RETAGUARDA_COURTS_{each.name.upper()}", "").strip().rstrip("/")
            for each in fields(CourtSettings)
        }
    )
    if settings_.url and not re.fullmatch(r"https?://[^\s/]+(/[^\s?#]*)?", settings_.url):
        raise SettingsError(f"RETAGUARDA_COURTS_URL must be an address of http or https, not {settings_.url!r}")
    if len({bool(settings_.url), bool(settings_.token), bool(settings_.key)}) != 1:
        raise SettingsError("RETAGUARDA_COURTS_URL, RETAGUARDA_COURTS_TOKEN and RETAGUARDA_COURTS_KEY go together")
    return settings_


def _feed(env: dict[str, str], *, secure: bool) -> FeedSettings:
    defaults = FeedSettings()
    settings_ = FeedSettings(
        url=env.get("RETAGUARDA_FEED_URL", "").strip(),
        stream=env.get("RETAGUARDA_FEED_STREAM", "").strip() or defaults.stream,
        subject=env.get("RETAGUARDA_FEED_SUBJECT", "").strip() or defaults.subject,
        personal=_choice(env, "RETAGUARDA_FEED_PERSONAL", "0", ("0", "1")) == "1",
    )
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", settings_.stream, re.ASCII):
        raise SettingsError(f"RETAGUARDA_FEED_STREAM must be letters, digits, - and _, not {settings_.stream!r}")
    if not re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){0,7}", settings_.subject, re.ASCII):
        raise SettingsError(f"RETAGUARDA_FEED_SUBJECT must look like retaguarda or acme.pay, not {settings_.subject!r}")
    if not settings_.url:
        return settings_
    from retaguarda.providers.feed.feed_url import check_feed_url

    try:
        check_feed_url(settings_.url, secure=secure)
    except ValueError as error:
        raise SettingsError(f"RETAGUARDA_FEED_URL {error}") from None
    return settings_


def _outside(env: dict[str, str]) -> ThirdParties:
    try:
        return read(env)
    except InvalidSetting as error:
        raise SettingsError(str(error)) from None


def load(environ: dict[str, str] | None = None) -> Settings:
    """Reads the settings of this process.

    Raises:
        SettingsError: a value is invalid, or the combination is refused in production.
    """
    env = dict(os.environ if environ is None else environ)
    defaults = Settings()
    environment: Environment = _choice(env, "RETAGUARDA_ENV", defaults.environment, get_args(Environment))
    demo = _choice(env, "RETAGUARDA_DEMO", "0" if environment == "production" else "1", ("0", "1")) == "1"
    settings = Settings(
        environment=environment,
        port=_integer(env, "PORT", defaults.port, 1, 65535),
        bind=_bind(env, defaults.bind),
        tls_certificate=env.get("RETAGUARDA_TLS_CERTIFICATE", "").strip(),
        tls_key=env.get("RETAGUARDA_TLS_KEY", "").strip(),
        data=Path(env.get("RETAGUARDA_DATA") or defaults.data).resolve(),
        database_url=env.get("DATABASE_URL", ""),
        database_app_url=env.get("RETAGUARDA_DATABASE_APP_URL", ""),
        database_pooler_url=env.get("RETAGUARDA_DATABASE_POOLER_URL", ""),
        database_replica_url=env.get("RETAGUARDA_DATABASE_REPLICA_URL", ""),
        public_url=env.get("RETAGUARDA_PUBLIC_URL", "").rstrip("/"),
        web_dist=Path(env.get("RETAGUARDA_WEB_DIST") or defaults.web_dist),
        bot_check=_choice(env, "RETAGUARDA_BOT_CHECK", defaults.bot_check, get_args(BotCheckKind)),
        bot_check_site_key=env.get("RETAGUARDA_BOT_CHECK_SITE_KEY", ""),
        bot_check_secret=env.get("RETAGUARDA_BOT_CHECK_SECRET", ""),
        secret=env.get("RETAGUARDA_SECRET", ""),
        secret_previous=env.get("RETAGUARDA_SECRET_PREVIOUS", ""),
        log_form=_choice(env, "RETAGUARDA_LOG", "text" if environment == "development" else "json", get_args(Form)),
        log_level=_choice(env, "RETAGUARDA_LOG_LEVEL", defaults.log_level, get_args(LogLevel)),
        metrics_token=env.get("RETAGUARDA_METRICS_TOKEN", ""),
        demo=demo,
        demo_payins=_integer(env, "RETAGUARDA_DEMO_PAYINS", defaults.demo_payins, 100, 50_000_000),
        api_workers=_integer(env, "RETAGUARDA_API_WORKERS", defaults.api_workers, 1, 64),
        trusted_proxies=_integer(env, "RETAGUARDA_TRUSTED_PROXIES", defaults.trusted_proxies, 0, 10),
        # The demo brings these pages, so that its links lead somewhere.
        privacy_url=env.get("RETAGUARDA_PRIVACY_URL", "/privacy" if demo else ""),
        terms_url=env.get("RETAGUARDA_TERMS_URL", "/terms" if demo else ""),
        help_url=env.get("RETAGUARDA_HELP_URL", "/help" if demo else ""),
        api_host=env.get("RETAGUARDA_API_HOST", ""),
        auth_host=env.get("RETAGUARDA_AUTH_HOST", ""),
        access_token_seconds=_integer(env, "RETAGUARDA_ACCESS_TOKEN_SECONDS", defaults.access_token_seconds, 30, 3_600),
        session_idle_staff_seconds=_integer(
            env, "RETAGUARDA_SESSION_IDLE_STAFF_SECONDS", defaults.session_idle_staff_seconds, 30, 86_400
        ),
        session_idle_merchant_seconds=_integer(
            env, "RETAGUARDA_SESSION_IDLE_MERCHANT_SECONDS", defaults.session_idle_merchant_seconds, 30, 86_400
        ),
        session_absolute_seconds=_integer(
            env, "RETAGUARDA_SESSION_SECONDS", defaults.session_absolute_seconds, 60, 2_592_000
        ),
        second_factor=_choice(env, "RETAGUARDA_SECOND_FACTOR", defaults.second_factor, get_args(SecondFactor)),
        sandbox_port=_integer(env, "RETAGUARDA_SANDBOX_PORT", defaults.sandbox_port, 0, 65535),
        hook_delays=_delays(env, "RETAGUARDA_HOOK_DELAYS", defaults.hook_delays),
        hook_days=_integer(env, "RETAGUARDA_HOOK_DAYS", defaults.hook_days, 1, 3_650),
        archive=env.get("RETAGUARDA_ARCHIVE", ""),
        export_days=_integer(env, "RETAGUARDA_EXPORT_DAYS", defaults.export_days, 1, 365),
        pool_size=_integer(env, "RETAGUARDA_POOL_SIZE", defaults.pool_size, 1, 500),
        breaches_url=env.get("RETAGUARDA_BREACHES_URL", ""),
        scanner=env.get("RETAGUARDA_SCANNER", "").strip(),
        scanner_required=_choice(env, "RETAGUARDA_SCANNER_REQUIRED", "1", ("0", "1")) == "1",
        smtp_url=env.get("RETAGUARDA_SMTP_URL", ""),
        mail_from=env.get("RETAGUARDA_MAIL_FROM") or defaults.mail_from,
        outside=_outside(env),
        payout=_payout(env),
        directory=_directory(env),
        exchange=_exchange(env),
        courts=_courts(env),
        feed=_feed(env, secure=environment == "production"),
        limits=_limits(env),
    )
    _refuse_incomplete(settings)
    if settings.production:
        _refuse_in_production(settings)
        _refuse_unencrypted_database(settings, env)
    return settings


def _refuse_incomplete(settings: Settings) -> None:
    """Refuses settings that lack a companion or are malformed."""
    if settings.bot_check in ("recaptcha", "turnstile") and not (
        settings.bot_check_site_key and settings.bot_check_secret
    ):
        raise SettingsError(
            "RETAGUARDA_BOT_CHECK_SITE_KEY and RETAGUARDA_BOT_CHECK_SECRET are needed for this bot check"
        )
    if settings.metrics_token and len(settings.metrics_token) < 16:
        raise SettingsError("RETAGUARDA_METRICS_TOKEN must have at least 16 characters")
    if settings.tls_certificate or settings.tls_key:
        _refuse_incomplete_tls(settings)
    if settings.scanner:
        from retaguarda.providers.clamd import Clamd

        try:
            Clamd(settings.scanner)
        except ValueError as error:
            raise SettingsError(f"RETAGUARDA_SCANNER {error}") from None
    if settings.smtp_url:
        from retaguarda.providers.mail.smtp import server_of

        try:
            server_of(settings.smtp_url)
        except ValueError as error:
            raise SettingsError(f"RETAGUARDA_SMTP_URL: {error}") from None


def _refuse_incomplete_tls(settings: Settings) -> None:
    for name, file in (
        ("RETAGUARDA_TLS_CERTIFICATE", settings.tls_certificate),
        ("RETAGUARDA_TLS_KEY", settings.tls_key),
    ):
        if not Path(file).is_file():
            raise SettingsError(f"{name} must be a PEM file; the certificate and its key go together")
    if not settings.public_url:
        raise SettingsError(
            "RETAGUARDA_PUBLIC_URL is needed beside RETAGUARDA_TLS_CERTIFICATE: a certificate is of a name"
        )


def _refuse_unencrypted_database(settings: Settings, env: dict[str, str]) -> None:
    """Refuses a database on another machine without verified TLS: names, documents and balances travel there."""
    from retaguarda.foundation.database_tls import is_guarded

    for name, address in (
        ("DATABASE_URL", settings.database_url),
        ("RETAGUARDA_DATABASE_APP_URL", settings.database_app_url),
        ("RETAGUARDA_DATABASE_POOLER_URL", settings.database_pooler_url),
        ("RETAGUARDA_DATABASE_REPLICA_URL", settings.database_replica_url),
    ):
        try:
            encrypted = not address or is_guarded(address, env)
        except ValueError as error:
            raise SettingsError(f"{name} is {error}") from None
        if not encrypted:
            raise SettingsError(
                f"{name} must say sslmode=verify-full in production: the database is on another machine"
                " (sslrootcert names the authority of its certificate; system takes those of the machine)"
            )


def _refuse_in_production(settings: Settings) -> None:
    if settings.demo:
        raise SettingsError("RETAGUARDA_DEMO=1 is refused in production: demo people have a public password")
    if settings.bot_check == "none":
        raise SettingsError("RETAGUARDA_BOT_CHECK=none is refused in production")
    if settings.log_form != "json":
        raise SettingsError("RETAGUARDA_LOG=text is refused in production: errors tell what people typed")
    if not settings.public_url.startswith("https://"):
        raise SettingsError("RETAGUARDA_PUBLIC_URL must be an https:// address in production")
    if len(settings.secret) < 32:
        raise SettingsError("RETAGUARDA_SECRET must be set to at least 32 characters in production")
    if settings.secret_previous and len(settings.secret_previous) < 32:
        raise SettingsError("RETAGUARDA_SECRET_PREVIOUS must have at least 32 characters in production")
