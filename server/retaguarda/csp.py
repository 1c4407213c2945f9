"""The policy of the page: nothing may be loaded, called or framed but what is named here."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from retaguarda.foundation.http import NONCE
from retaguarda.third_parties import ThirdParties


@dataclass(frozen=True, slots=True)
class Sources:
    """What a page may reach besides its own address, by kind of use. ``nonce``: its scripts may carry the response's own."""

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


#: The container, and the measurements that nearly every container sends; a tag for anybody else stays blocked.
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
    """What the page's policy must allow for the services that are on."""
    needed = Sources()
    if services.tag_manager_id:
        needed += _TAG_MANAGER
    if services.recording_id:
        needed += _RECORDING
    if services.error_reporting_dsn:
        needed += Sources(connect=(_origin(services.error_reporting_dsn),))
    if services.firebase:
        needed += _REMOTE_CONFIG
    return needed


def _origin(dsn: str) -> str:
    parts = urlsplit(dsn)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def content_security_policy(others: Sources) -> str:
    """No inline script but the page's own, named by its hash; no inline style, no eval, whatever is on. A nonce stands in it as
    a place for each response's own.
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
