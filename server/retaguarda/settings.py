"""Every setting of the program, read once from the environment.

Names are ``RETAGUARDA_*``; the two exceptions are ``PORT`` and ``DATABASE_URL``, which hosting platforms set.
"""

import ipaddress
import os
import re
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal, TypeVar, get_args

from retaguarda.foundation.database_tls import is_guarded
from retaguarda.foundation.logs import Form
from retaguarda.providers.clamd import Clamd
from retaguarda.providers.mail.smtp import server_of
from retaguarda.third_parties import ThirdParties, Wrong, read

Word = TypeVar("Word", bound=str)
Environment = Literal["development", "sandbox", "stage", "staging", "production"]
LogLevel = Literal["debug", "info", "warning", "error"]
#: Of whom a second factor is demanded beside those whose role demands it.
SecondFactor = Literal["roles", "staff", "all"]
BotCheckKind = Literal["altcha", "recaptcha", "turnstile", "none"]
#: At most so many in so many seconds; each pair holds by itself.
Rates = tuple[tuple[int, int], ...]
#: Three days in all.
HOOK_DELAYS = (10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 92_330)


class SettingsError(Exception):
    """A setting is wrong; the text names it and says what is expected."""


@dataclass(frozen=True, slots=True)
class Limits:
    """RETAGUARDA_LIMIT_<NAME>, written like 5/300,20/3600. "address" is one of the network."""

    #: Refused sign-ins; all of them together too.
    sign_in_person: Rates = ((10, 300),)
    sign_in_address: Rates = ((10, 300),)
    sign_in_all: Rates = ((1_000, 300),)
    #: Refused second factors.
    code_person: Rates = ((5, 300), (20, 3_600), (50, 86_400))
    code_address: Rates = ((10, 300),)
    #: Mails asked for.
    mail_person: Rates = ((5, 3_600),)
    mail_address: Rates = ((20, 3_600),)
    mail_all: Rates = ((1_000, 3_600),)
    #: Dead links out of mails, and failed bot checks.
    link_address: Rates = ((10, 300),)
    bot_check_address: Rates = ((30, 300),)
    #: Wrong secrets of programs' keys.
    key_address: Rates = ((30, 300),)
    #: People a company invites.
    invitations: Rates = ((200, 3_600),)
    #: Calls of a person, and of a program's key, whatever becomes of them; in each process of the API.
    calls_person: Rates = ((600, 60),)
    calls_key: Rates = ((6_000, 60),)


@dataclass(frozen=True, slots=True)
class PayoutSettings:
    """RETAGUARDA_PAYOUT_<NAME>: the bank that money leaves through. Without an address the bundled one; in production none."""

    url: str = ""
    token_url: str = ""
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    #: Of the account that pays.
    pix_key: str = ""
    #: Of the participant whose end-to-end ids these are, eight places.
    ispb: str = "12345678"


@dataclass(frozen=True, slots=True)
class DirectorySettings:
    """RETAGUARDA_DICT_<NAME>: DICT, or the gateway of ours that signs for it. Without an address the bundled one; in
    production none."""

    #: Above /infraction-reports/.
    url: str = ""
    #: PEM files of mutual TLS, where DICT is reached directly.
    certificate: str = ""
    key: str = ""
    authority: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    environment: Environment = "development"
    port: int = 8000
    #: The address that is listened on: this machine's own, where the proxy is on it.
    bind: str = "127.0.0.1"
    #: PEM files, where the way from the proxy to here is not this machine's own; without them plain HTTP.
    tls_certificate: str = ""
    tls_key: str = ""
    data: Path = Path(".data")
    #: Owner's address of the database; empty means the embedded server.
    database_url: str = ""
    #: Address for the application's own role; empty means: the owner's, with the role and password of this server.
    database_app_url: str = ""
    public_url: str = ""
    web_dist: Path = Path(__file__).parents[2] / "web" / "dist"
    bot_check: BotCheckKind = "altcha"
    #: Of a bot check by others: the key its page shows, and the one the server asks with.
    bot_check_site_key: str = ""
    bot_check_secret: str = ""
    #: Secret from which all keys of the server are derived; made and kept in the data folder when empty.
    secret: str = field(default="", repr=False)
    #: The secret that is being replaced: it opens what it sealed until all of that is sealed anew.
    secret_previous: str = field(default="", repr=False)
    #: Words for who develops, lines of JSON without personal data for operation.
    log_form: Form = "text"
    log_level: LogLevel = "info"
    #: What a reader of /metrics brings as its bearer; empty: there is no such page.
    metrics_token: str = field(default="", repr=False)
    demo: bool = True
    demo_payins: int = 20_000
    api_workers: int = 1
    trusted_proxies: int = 0
    #: Shown on the sign-in page and to merchants; an empty one hides its link.
    privacy_url: str = ""
    terms_url: str = ""
    help_url: str = ""
    api_host: str = ""
    auth_host: str = ""
    access_token_seconds: int = 600
    #: The key that signs them is replaced when it is so old.
    signing_key_days: int = 30
    refresh_grace_seconds: int = 10
    session_idle_staff_seconds: int = 30 * 60
    session_idle_merchant_seconds: int = 2 * 3600
    session_absolute_seconds: int = 12 * 3600
    #: Of whom a second factor is demanded: of roles that say so alone, of all staff too, of everybody.
    second_factor: SecondFactor = "staff"
    limits: Limits = field(default_factory=Limits)
    #: Range service of breached passwords (k-anonymity); empty asks nobody.
    breaches_url: str = ""
    #: Who looks into files of strangers: tcp://host:port or unix:///path of a clamd; empty: nobody.
    scanner: str = ""
    #: What nobody could look into, because the scanner is away, is refused.
    scanner_required: bool = True
    #: smtp://user:password@host:587 or smtps://…:465; empty writes mails into the data folder.
    smtp_url: str = ""
    mail_from: str = "Retaguarda <no-reply@localhost>"
    outside: ThirdParties = field(default_factory=ThirdParties)
    payout: PayoutSettings = field(default_factory=PayoutSettings)
    directory: DirectorySettings = field(default_factory=DirectorySettings)
    idempotency_days: int = 7
    #: Seconds before each further try of a webhook.
    hook_delays: tuple[int, ...] = HOOK_DELAYS
    #: How long it is kept what was told by webhook.
    hook_days: int = 30
    #: How long the file of an export is kept.
    export_days: int = 7
    sandbox_port: int = 0
    #: A wait for a lock longer than this ends a statement of the application.
    lock_timeout_ms: int = 5_000
    statement_timeout_ms: int = 30_000
    pool_size: int = 16

    @property
    def address(self) -> str:
        return self.public_url or f"http://localhost:{self.port}"

    @property
    def webhook_address(self) -> str:
        """Where providers reach us; the bundled one is on this machine."""
        return self.public_url or f"http://127.0.0.1:{self.port}"

    @property
    def private_hooks(self) -> bool:
        """Webhooks may go to this machine, and pages of shops be plain http: where one develops, and nowhere else."""
        return self.environment == "development"

    @property
    def production(self) -> bool:
        return self.environment == "production"

    @property
    def sandbox_listens(self) -> int:
        """Port of the bundled payment provider; one above the application's unless set."""
        return self.sandbox_port or self.port + 1

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
    found = next((word for word in allowed if word == raw), None)
    if found is None:
        raise SettingsError(f"{name} must be one of {', '.join(allowed)}, not {raw!r}")
    return found


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
    usual = Limits()
    names = [each.name for each in fields(Limits)]
    return Limits(**{name: _rates(env, f"RETAGUARDA_LIMIT_{name.upper()}", getattr(usual, name)) for name in names})


def _payout(env: dict[str, str]) -> PayoutSettings:
    usual = PayoutSettings()
    given = PayoutSettings(
        **{
            each.name: env.get(f"RETAGUARDA_PAYOUT_{each.name.upper()}", "").strip() or getattr(usual, each.name)
            for each in fields(PayoutSettings)
        }
    )
    if not re.fullmatch(r"[0-9A-Z]{8}", given.ispb, re.ASCII):
        raise SettingsError(f"RETAGUARDA_PAYOUT_ISPB must be eight digits or capital letters, not {given.ispb!r}")
    if given.url and not (given.token_url and given.client_id and given.client_secret and given.pix_key):
        raise SettingsError("RETAGUARDA_PAYOUT_URL needs _TOKEN_URL, _CLIENT_ID, _CLIENT_SECRET and _PIX_KEY beside it")
    return given


def _directory(env: dict[str, str]) -> DirectorySettings:
    given = DirectorySettings(
        **{each.name: env.get(f"RETAGUARDA_DICT_{each.name.upper()}", "").strip() for each in fields(DirectorySettings)}
    )
    if given.url and not re.fullmatch(r"https?://[^\s/]+(/[^\s?#]*)?", given.url):
        raise SettingsError(f"RETAGUARDA_DICT_URL must be an address of http or https, not {given.url!r}")
    return given


def _outside(env: dict[str, str]) -> ThirdParties:
    try:
        return read(env)
    except Wrong as error:
        raise SettingsError(str(error)) from None


def load(environ: dict[str, str] | None = None) -> Settings:
    """The settings of this process.

    Raises:
        SettingsError: a value is not allowed, or the combination is refused in production.
    """
    env = dict(os.environ if environ is None else environ)
    usual = Settings()
    environment: Environment = _choice(env, "RETAGUARDA_ENV", usual.environment, get_args(Environment))
    demo = _choice(env, "RETAGUARDA_DEMO", "0" if environment == "production" else "1", ("0", "1")) == "1"
    settings = Settings(
        environment=environment,
        port=_integer(env, "PORT", usual.port, 1, 65535),
        bind=_bind(env, usual.bind),
        tls_certificate=env.get("RETAGUARDA_TLS_CERTIFICATE", "").strip(),
        tls_key=env.get("RETAGUARDA_TLS_KEY", "").strip(),
        data=Path(env.get("RETAGUARDA_DATA") or usual.data).resolve(),
        database_url=env.get("DATABASE_URL", ""),
        database_app_url=env.get("RETAGUARDA_DATABASE_APP_URL", ""),
        public_url=env.get("RETAGUARDA_PUBLIC_URL", "").rstrip("/"),
        web_dist=Path(env.get("RETAGUARDA_WEB_DIST") or usual.web_dist),
        bot_check=_choice(env, "RETAGUARDA_BOT_CHECK", usual.bot_check, get_args(BotCheckKind)),
        bot_check_site_key=env.get("RETAGUARDA_BOT_CHECK_SITE_KEY", ""),
        bot_check_secret=env.get("RETAGUARDA_BOT_CHECK_SECRET", ""),
        secret=env.get("RETAGUARDA_SECRET", ""),
        secret_previous=env.get("RETAGUARDA_SECRET_PREVIOUS", ""),
        log_form=_choice(env, "RETAGUARDA_LOG", "text" if environment == "development" else "json", get_args(Form)),
        log_level=_choice(env, "RETAGUARDA_LOG_LEVEL", usual.log_level, get_args(LogLevel)),
        metrics_token=env.get("RETAGUARDA_METRICS_TOKEN", ""),
        demo=demo,
        demo_payins=_integer(env, "RETAGUARDA_DEMO_PAYINS", usual.demo_payins, 100, 50_000_000),
        api_workers=_integer(env, "RETAGUARDA_API_WORKERS", usual.api_workers, 1, 64),
        trusted_proxies=_integer(env, "RETAGUARDA_TRUSTED_PROXIES", usual.trusted_proxies, 0, 10),
        # The demo has pages of its own, so that the links to them are seen.
        privacy_url=env.get("RETAGUARDA_PRIVACY_URL", "/privacy" if demo else ""),
        terms_url=env.get("RETAGUARDA_TERMS_URL", "/terms" if demo else ""),
        help_url=env.get("RETAGUARDA_HELP_URL", "/help" if demo else ""),
        api_host=env.get("RETAGUARDA_API_HOST", ""),
        auth_host=env.get("RETAGUARDA_AUTH_HOST", ""),
        access_token_seconds=_integer(env, "RETAGUARDA_ACCESS_TOKEN_SECONDS", usual.access_token_seconds, 30, 3_600),
        session_idle_staff_seconds=_integer(
            env, "RETAGUARDA_SESSION_IDLE_STAFF_SECONDS", usual.session_idle_staff_seconds, 30, 86_400
        ),
        session_idle_merchant_seconds=_integer(
            env, "RETAGUARDA_SESSION_IDLE_MERCHANT_SECONDS", usual.session_idle_merchant_seconds, 30, 86_400
        ),
        session_absolute_seconds=_integer(
            env, "RETAGUARDA_SESSION_SECONDS", usual.session_absolute_seconds, 60, 2_592_000
        ),
        second_factor=_choice(env, "RETAGUARDA_SECOND_FACTOR", usual.second_factor, get_args(SecondFactor)),
        sandbox_port=_integer(env, "RETAGUARDA_SANDBOX_PORT", usual.sandbox_port, 0, 65535),
        hook_delays=_delays(env, "RETAGUARDA_HOOK_DELAYS", usual.hook_delays),
        hook_days=_integer(env, "RETAGUARDA_HOOK_DAYS", usual.hook_days, 1, 3_650),
        export_days=_integer(env, "RETAGUARDA_EXPORT_DAYS", usual.export_days, 1, 365),
        pool_size=_integer(env, "RETAGUARDA_POOL_SIZE", usual.pool_size, 1, 500),
        breaches_url=env.get("RETAGUARDA_BREACHES_URL", ""),
        scanner=env.get("RETAGUARDA_SCANNER", "").strip(),
        scanner_required=_choice(env, "RETAGUARDA_SCANNER_REQUIRED", "1", ("0", "1")) == "1",
        smtp_url=env.get("RETAGUARDA_SMTP_URL", ""),
        mail_from=env.get("RETAGUARDA_MAIL_FROM") or usual.mail_from,
        outside=_outside(env),
        payout=_payout(env),
        directory=_directory(env),
        limits=_limits(env),
    )
    _refuse_half(settings)
    if settings.production:
        _refuse_in_production(settings)
        _refuse_open_way(settings, env)
    return settings


def _refuse_half(settings: Settings) -> None:
    """What needs something beside it, or another form."""
    if settings.bot_check in ("recaptcha", "turnstile") and not (
        settings.bot_check_site_key and settings.bot_check_secret
    ):
        raise SettingsError(
            "RETAGUARDA_BOT_CHECK_SITE_KEY and RETAGUARDA_BOT_CHECK_SECRET are needed for this bot check"
        )
    if settings.metrics_token and len(settings.metrics_token) < 16:
        raise SettingsError("RETAGUARDA_METRICS_TOKEN must have at least 16 characters")
    if settings.tls_certificate or settings.tls_key:
        _refuse_half_tls(settings)
    if settings.scanner:
        try:
            Clamd(settings.scanner)
        except ValueError as error:
            raise SettingsError(f"RETAGUARDA_SCANNER {error}") from None
    if settings.smtp_url:
        try:
            server_of(settings.smtp_url)
        except ValueError as error:
            raise SettingsError(f"RETAGUARDA_SMTP_URL: {error}") from None


def _refuse_half_tls(settings: Settings) -> None:
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


def _refuse_open_way(settings: Settings, env: dict[str, str]) -> None:
    """Names, documents and balances travel to the database: to another machine only with TLS that knows who answers."""
    for name, address in (
        ("DATABASE_URL", settings.database_url),
        ("RETAGUARDA_DATABASE_APP_URL", settings.database_app_url),
    ):
        try:
            guarded = not address or is_guarded(address, env)
        except ValueError as error:
            raise SettingsError(f"{name} is {error}") from None
        if not guarded:
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
