"""The page's content security policy: it may load, call and frame only what is listed here."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from retaguarda.foundation.http import NONCE
from retaguarda.third_parties import ThirdParties


@dataclass(frozen=True, slots=True)
class Sources:
    """What a page may reach beside its own origin, by kind of use. ``nonce``: its scripts may carry the response's nonce."""

    script: tuple[str, ...] = ()
    frame: tuple[str, ...] = ()
    connect: tuple[str, ...] = ()
    image: tuple[str, ...] = ()
    nonce: bool = False

    def __add__(self, other: "Sources") -> "Sources":
        return Sources(
            self.script + other.script,
            self.frame + other.frame,
            self.connect + other.connect,
            self.image + other.image,
            self.nonce or other.nonce,
        )


#: The container and Google Analytics, which nearly every container uses; tags of other services stay blocked.
_TAG_MANAGER = Sources(
    script=("https://www.googletagmanager.com",),
    connect=("https://www.googletagmanager.com", "https://*.google-analytics.com", "https://*.analytics.google.com"),
    image=("https://www.googletagmanager.com", "https://*.google-analytics.com"),
    nonce=True,
)
_RECORDING = Sources(
    script=("https://www.clarity.ms", "https://scripts.clarity.ms"),
    connect=("https://*.clarity.ms",),
    image=("https://*.clarity.ms",),
)
_REMOTE_CONFIG = Sources(
    connect=("https://firebaseinstallations.googleapis.com", "https://firebaseremoteconfig.googleapis.com")
)


def sources(services: ThirdParties) -> Sources:
    """Returns what the policy must allow for the services that are on."""
    allowed = Sources()
    if services.tag_manager_id:
        allowed += _TAG_MANAGER
    if services.recording_id:
        allowed += _RECORDING
    if services.error_reporting_dsn:
        allowed += Sources(connect=(_origin(services.error_reporting_dsn),))
    if services.firebase:
        allowed += _REMOTE_CONFIG
    return allowed


def _origin(dsn: str) -> str:
    parts = urlsplit(dsn)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def content_security_policy(others: Sources) -> str:
    """Builds the policy. It always forbids inline styles, eval, and inline scripts other than the page's own, listed by
    hash. With a nonce it holds a placeholder, which each response replaces.
    """
    script = ((f"'nonce-{NONCE}'",) if others.nonce else ()) + others.script
    frame = f"frame-src {' '.join(others.frame)}; " if others.frame else ""
    return (
        f"default-src 'none'; script-src {_with_own(script)}; {frame}style-src 'self'; font-src 'self'; "
        f"img-src {_with_own(('data:', 'blob:', *others.image))}; connect-src {_with_own(others.connect)}; "
        "worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )


def _with_own(others: tuple[str, ...]) -> str:
    return " ".join(["'self'", *others])
