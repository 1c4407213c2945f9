"""Settings of the sandbox, from the environment."""

from collections.abc import Mapping
from dataclasses import dataclass, field

#: The key of the account that every recurrence here belongs to.
SANDBOX_KEY = "pix@retaguarda.example"

#: A location is at most 77 places, and ours end in "/qr/v2/cobv/" and 32 more.
LONGEST_HOST = 77 - len("/qr/v2/cobv/") - 32


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """Attributes:
    database_url: Postgres; everything lives in its schema ``sandbox``, which is made at the start.
    seed: of the faults: the same calls in the same order meet the same faults.
    public_host: host (and port) in locations and QR codes.
    app_key: of the gateway before the bank of lots, beside the client.
    ispb: of this provider, eight places.
    refund_seconds: from a refund's request to its final status.
    webhook_retry_seconds: wait after the first failed delivery; it doubles from there.
    mailbox_port: of the bank's mailbox (SFTP) on this machine; 0: there is none. ``mailbox_folder``: where its files lie.
    tells_of_payouts: whether the payer's webhook is told how an order ended; some banks wait to be asked.
    """

    database_url: str
    seed: int = 1
    client_id: str = "sandbox"
    client_secret: str = field(default="sandbox-secret", repr=False)
    app_key: str = field(default="sandbox-app-key", repr=False)
    public_host: str = "localhost:8001"
    ispb: str = "12345678"
    refund_seconds: float = 1.5
    webhook_retry_seconds: float = 1.0
    mailbox_port: int = 0
    mailbox_folder: str = ""
    tells_of_payouts: bool = True
    token_seconds: int = 3600
    pool_size: int = 8

    def __post_init__(self) -> None:
        host = self.public_host
        if not host.isascii() or not host or "/" in host or len(host) > LONGEST_HOST:
            raise ValueError(f"SANDBOX_PUBLIC_HOST must be a host of at most {LONGEST_HOST} places, not {host!r}")


def load(environ: Mapping[str, str]) -> SandboxSettings:
    """Reads SANDBOX_DATABASE_URL (needed), _SEED, _CLIENT_ID, _CLIENT_SECRET, _PUBLIC_HOST, _REFUND_SECONDS, _MAILBOX_PORT, _MAILBOX_FOLDER.

    Raises:
        ValueError: one is missing or wrong; the text names it.
    """
    if not (url := environ.get("SANDBOX_DATABASE_URL", "")):
        raise ValueError("SANDBOX_DATABASE_URL is not set")
    plain = SandboxSettings(database_url=url)
    return SandboxSettings(
        database_url=url,
        seed=_number(environ, "SANDBOX_SEED", plain.seed),
        client_id=environ.get("SANDBOX_CLIENT_ID") or plain.client_id,
        client_secret=environ.get("SANDBOX_CLIENT_SECRET") or plain.client_secret,
        public_host=environ.get("SANDBOX_PUBLIC_HOST") or plain.public_host,
        refund_seconds=_number(environ, "SANDBOX_REFUND_SECONDS", plain.refund_seconds),
        mailbox_port=_number(environ, "SANDBOX_MAILBOX_PORT", plain.mailbox_port),
        mailbox_folder=environ.get("SANDBOX_MAILBOX_FOLDER") or plain.mailbox_folder,
    )


def _number(environ: Mapping[str, str], name: str, default: float) -> int:
    raw = environ.get(name, "").strip()
    if not raw:
        return default  # pyright: ignore[reportReturnType]
    if not raw.isascii() or not raw.isdigit() or len(raw) > 9:
        raise ValueError(f"{name} must be a whole number, not {raw!r}")
    return int(raw)
