"""Third-party services, each off unless its setting is present: the settings, and what the web gets of them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

#: ViaCEP's public service.
VIA_CEP = "https://viacep.com.br/ws"

_DOMAIN = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}", re.ASCII)


class InvalidSetting(ValueError):
    """A setting is invalid; ``str()`` names it."""


@dataclass(frozen=True, slots=True)
class Firebase:
    """A project's public identifiers, for remote config and installations; they are not secret."""

    api_key: str
    app_id: str
    project_id: str


@dataclass(frozen=True, slots=True)
class ThirdParties:
    """Empty means off. RETAGUARDA_<NAME>; lists are comma-separated."""

    tag_manager_id: str = ""
    recording_id: str = ""
    error_reporting_dsn: str = ""
    firebase: Firebase | None = None
    #: Domains of the provider's own people. Analytics marks a person with such an e-mail as back office.
    internal_domains: tuple[str, ...] = ()
    #: A sign-in whose e-mail contains one of these sets the cookie gtm_internal_user=internal.
    internal_cookie_domains: tuple[str, ...] = ()
    #: The server calls it, never the page.
    postal_url: str = ""


def read(env: Mapping[str, str]) -> ThirdParties:
    """Reads the settings.

    Raises:
        InvalidSetting
    """
    return ThirdParties(
        tag_manager_id=_matching(env, "RETAGUARDA_TAG_MANAGER_ID", r"GTM-[A-Z0-9]{4,12}", "GTM-XXXXXXX"),
        recording_id=_matching(env, "RETAGUARDA_RECORDING_ID", r"[a-z0-9]{6,20}", "the id of a Clarity project"),
        error_reporting_dsn=_matching(
            env,
            "RETAGUARDA_ERROR_REPORTING_DSN",
            r"https://[0-9a-zA-Z]+@[0-9a-z.-]+(:\d{1,5})?(/[\w-]+)*/\d+",
            "https://<public key>@<host>/<project number>",
        ),
        firebase=_firebase(env),
        internal_domains=_domains(env, "RETAGUARDA_INTERNAL_DOMAINS"),
        internal_cookie_domains=_domains(env, "RETAGUARDA_INTERNAL_COOKIE_DOMAINS"),
        postal_url=_postal_url(env),
    )


def _matching(env: Mapping[str, str], name: str, pattern: str, shape: str) -> str:
    raw = env.get(name, "").strip()
    if raw and not re.fullmatch(pattern, raw, re.ASCII):
        raise InvalidSetting(f"{name} must look like {shape}, not {raw!r}")
    return raw


def _firebase(env: Mapping[str, str]) -> Firebase | None:
    key = _matching(env, "RETAGUARDA_FIREBASE_API_KEY", r"[\w-]{10,100}", "the project's web API key")
    app = _matching(env, "RETAGUARDA_FIREBASE_APP_ID", r"\d+:\d+:web:[0-9a-f]+", "1:123:web:abc")
    project = _matching(env, "RETAGUARDA_FIREBASE_PROJECT_ID", r"[a-z][a-z0-9-]{4,29}", "my-project")
    if not (key or app or project):
        return None
    if not (key and app and project):
        raise InvalidSetting(
            "RETAGUARDA_FIREBASE_API_KEY, RETAGUARDA_FIREBASE_APP_ID and RETAGUARDA_FIREBASE_PROJECT_ID go together"
        )
    return Firebase(key, app, project)


def _domains(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    listed = tuple(part for part in env.get(name, "").replace(" ", "").lower().split(",") if part)
    for each in listed:
        if not _DOMAIN.fullmatch(each):
            raise InvalidSetting(f"{name} lists domains with commas between, and {each!r} is none")
    return listed


def _postal_url(env: Mapping[str, str]) -> str:
    """Reads the URL: unset means the default, empty means off."""
    raw = env.get("RETAGUARDA_POSTAL_URL", VIA_CEP).strip().rstrip("/")
    if raw and not re.fullmatch(r"https?://[0-9a-zA-Z.-]+(:\d{1,5})?(/[\w.~-]+)*", raw, re.ASCII):
        raise InvalidSetting(f"RETAGUARDA_POSTAL_URL must be an address such as {VIA_CEP}, not {raw!r}")
    return raw


class RemoteConfigTold(msgspec.Struct):
    apiKey: str
    appId: str
    projectId: str


class OutsideTold(msgspec.Struct, omit_defaults=True):
    """Only the services that are on."""

    tagManager: str = ""
    recording: str = ""
    errorReporting: str = ""
    remoteConfig: RemoteConfigTold | None = None


def public_services(services: ThirdParties) -> OutsideTold:
    """Returns what the page needs to load them, for /config.json."""
    firebase = services.firebase
    return OutsideTold(
        tagManager=services.tag_manager_id,
        recording=services.recording_id,
        errorReporting=services.error_reporting_dsn,
        remoteConfig=RemoteConfigTold(firebase.api_key, firebase.app_id, firebase.project_id) if firebase else None,
    )
