"""The notifications room's part of the API."""

from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Parameter, Route
from retaguarda.notifications.inbox import Notifications, Read, Reading
from retaguarda.notifications.preferences import Preference, PreferenceInput, Preferences
from retaguarda.notifications.webhook import Removed, TestAsked, Webhook, WebhookInput, Webhooks, WebhookWithSecret

_LOCALE = Parameter("locale", {"type": "string", "enum": ["pt", "en"]}, "without it, the person's own, or English")
_PAGING = (
    Parameter("page", {"type": "integer", "minimum": 1, "default": 1}),
    Parameter("per_page", {"type": "integer", "minimum": 1, "maximum": 200, "default": 10}),
    Parameter("unread", {"type": "string", "enum": ["true", "false"]}),
    Parameter("kind", {"type": "string"}, "one, or several with commas"),
)


def routes(access: Access, keys: Keys, queue: Queue, private: bool) -> list[Route]:
    """``private``: addresses of this machine may be called."""
    reading, preferences = Reading(access), Preferences(access)
    webhooks = Webhooks(access, keys, queue, private)
    marking = [
        route
        for prefix in ("/v1/notifications", "/notifications")
        for route in (
            Route("PUT", f"{prefix}/{{id:str}}/read", "Mark one as read", reading.read, answers=Read),
            Route("PUT", f"{prefix}/read-all", "Mark all as read", reading.read_all, answers=Read),
        )
    ]
    own, address = "/v1/notifications/preferences", "/v1/notifications/webhook"
    return [
        Route(
            "GET",
            "/v1/notifications",
            "A person's own notifications",
            reading.all,
            answers=Notifications,
            parameters=(_LOCALE, *_PAGING),
        ),
        *marking,
        Route("GET", own, "How a person is told", preferences.all, answers=list[Preference], parameters=(_LOCALE,)),
        Route("PUT", own, "Change how", preferences.change, body=PreferenceInput, answers=Preference),
        Route("GET", address, "The address that is called", webhooks.get, answers=Webhook),
        Route("PUT", address, "Be called there", webhooks.put, body=WebhookInput, answers=WebhookWithSecret),
        Route("DELETE", address, "No longer be called", webhooks.delete, answers=Removed),
        Route("POST", f"{address}/test", "Call it once", webhooks.test, answers=TestAsked, status=202),
    ]
