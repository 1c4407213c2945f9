"""Print the OpenAPI document, built from the routes."""

import msgspec

from retaguarda import __version__
from retaguarda.app import build, routes
from retaguarda.foundation.contract import openapi
from retaguarda.settings import Settings
from retaguarda.webhooks.routes import told


def main(arguments: list[str]) -> int:
    # Routes are data, so reading them opens no database.
    app = build(Settings(secret="only to build the routes"), "postgresql://")
    print(msgspec.json.format(msgspec.json.encode(openapi(routes(app), __version__, told())), indent=2).decode())
    return 0
