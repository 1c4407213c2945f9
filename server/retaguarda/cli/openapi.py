"""Print the OpenAPI document, built from the routes."""

import json

from retaguarda import __version__
from retaguarda.app import build, routes
from retaguarda.foundation.contract import openapi
from retaguarda.settings import Settings
from retaguarda.webhooks.routes import merchant_webhooks


def main(arguments: list[str]) -> int:
    # Routes are data, so reading them opens no database.
    app = build(Settings(secret="only to build the routes"), "postgresql://")
    print(json.dumps(openapi(routes(app), __version__, merchant_webhooks()), ensure_ascii=False, indent=1))
    return 0
