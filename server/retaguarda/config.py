"""The configuration that the web reads at start."""

import msgspec

from retaguarda.foundation.request import Request, Response, Route, json_response
from retaguarda.settings import Settings
from retaguarda.third_parties import OutsideTold, public_services


class BotCheckConfig(msgspec.Struct):
    """``siteKey`` is empty unless a third party runs the check."""

    kind: str
    siteKey: str


class Config(msgspec.Struct):
    """The configuration that the web reads at start."""

    apiHost: str
    authHost: str
    environment: str
    botCheck: BotCheckConfig
    languages: list[str]
    privacyUrl: str
    termsUrl: str
    helpUrl: str
    #: For analytics: domains of the provider's own people.
    internalDomains: tuple[str, ...]
    internalCookieDomains: tuple[str, ...]
    #: Third-party services that the page may load after the person's consent.
    outside: OutsideTold


def config_route(settings: Settings) -> Route:
    config = Config(
        apiHost=settings.api_host,
        authHost=settings.auth_host,
        environment=settings.environment,
        botCheck=BotCheckConfig(settings.bot_check, settings.bot_check_site_key),
        languages=["pt", "en"],
        privacyUrl=settings.privacy_url,
        termsUrl=settings.terms_url,
        helpUrl=settings.help_url,
        internalDomains=settings.outside.internal_domains,
        internalCookieDomains=settings.outside.internal_cookie_domains,
        outside=public_services(settings.outside),
    )

    async def read_config(request: Request) -> Response:
        return json_response(config)

    return Route("GET", "/config.json", "What the web reads at its start", read_config, public=True, answers=Config)
