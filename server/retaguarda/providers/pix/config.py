"""How one provider that speaks API Pix is reached."""

import ssl
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile

#: Every scope of API Pix 2.9.0 that the client uses.
SCOPES = (
    "cob.write cob.read cobv.write cobv.read lotecobv.write lotecobv.read pix.write pix.read "
    "webhook.write webhook.read payloadlocation.write payloadlocation.read "
    "rec.write rec.read solicrec.write solicrec.read cobr.write cobr.read payloadlocationrec.write payloadlocationrec.read "
    "webhookrec.write webhookrec.read webhookcobr.write webhookcobr.read"
)


@dataclass(frozen=True, slots=True)
class PixConfig:
    """Attributes:
    base_url: address above /cob, as each provider has its own: https://pix.example.com/api/v2
    token_url: address of the OAuth2 token call, whole.
    client_cert_path, client_key_path: PEM files of the client certificate (mTLS), both or none.
    client_pem: the certificate and its key as text instead of files.
    ca_path: PEM file of the authorities trusted for this provider; none: the system's.
    timeout: seconds for a whole answer; connecting gets at most 5 of them.
    webhook_suffix: added to the webhook address when it is registered. Providers append /pix to it; one that
        should not gets "?ignorar=", which moves the addition into the query.
    """

    base_url: str
    token_url: str
    client_id: str
    client_secret: str = field(repr=False)
    client_cert_path: Path | None = None
    client_key_path: Path | None = None
    client_pem: str = field(default="", repr=False)
    ca_path: Path | None = None
    timeout: float = 15.0
    scopes: str = SCOPES
    webhook_suffix: str = ""

    def ssl_context(self) -> ssl.SSLContext:
        """Raises OSError or ssl.SSLError when a file is missing or is not what it should be."""
        context = ssl.create_default_context(cafile=self.ca_path)
        if self.client_cert_path is not None:
            context.load_cert_chain(self.client_cert_path, self.client_key_path)
        if self.client_pem:
            # ssl reads files only: this one is its owner's alone, and gone as soon as it is read.
            with NamedTemporaryFile("w", suffix=".pem") as file:
                file.write(self.client_pem)
                file.flush()
                context.load_cert_chain(file.name)
        return context
