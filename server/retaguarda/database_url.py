"""The URLs of the database: the embedded server of the data folder, or DATABASE_URL."""

from urllib.parse import quote, urlsplit, urlunsplit

from retaguarda.foundation.embedded import EmbeddedPostgres
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.migrate import APP_ROLE
from retaguarda.settings import Settings, SettingsError

DATABASE = "retaguarda"


def embedded(settings: Settings) -> EmbeddedPostgres:
    return EmbeddedPostgres.of(settings.data)


def owner_url(settings: Settings) -> str:
    """Returns the owner's URL.

    Raises:
        SettingsError: nothing is configured and no embedded server runs on the data folder.
    """
    if settings.database_url:
        return settings.database_url
    try:
        return embedded(settings).url(DATABASE)
    except RuntimeError as error:
        raise SettingsError(f"{error}; start `make run`, or set DATABASE_URL") from None


def app_password(settings: Settings) -> str:
    """The application role's password on your own server; empty for the embedded one, whose socket only its owner reaches."""
    return Keys(settings.secret).password("database") if settings.database_url else ""


def spare_app_password(settings: Settings) -> str:
    """During a rotation, the role's password under the other secret, because the role may have either; else empty."""
    derived = settings.database_url and not settings.database_app_url
    return Keys(settings.secret_previous).password("database") if derived and settings.secret_previous else ""


def app_url(settings: Settings) -> str:
    if settings.database_app_url:
        return settings.database_app_url
    if not settings.database_url:
        return embedded(settings).url(DATABASE, APP_ROLE)
    return _as_app(settings, settings.database_url)


def pooler_url(settings: Settings) -> str:
    """For the application's role; empty where no pooler is set."""
    return _as_app(settings, settings.database_pooler_url, keep=True)


def replica_url(settings: Settings) -> str:
    """For the application's role; empty where no replica is set."""
    return _as_app(settings, settings.database_replica_url, keep=True)


def _as_app(settings: Settings, url: str, *, keep: bool = False) -> str:
    """The same address for the application's role, with the password that we derive; ``keep`` the role that it names."""
    parts = urlsplit(url)
    if not url or (keep and parts.username):
        return url
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{APP_ROLE}:{quote(app_password(settings))}@{host}"))
