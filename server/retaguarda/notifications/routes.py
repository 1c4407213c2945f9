"""The notifications room's part of the API."""

from retaguarda.foundation.call import Door, Parameter, Route
from retaguarda.notifications.preferences import Preference, PreferenceInput, Preferences
from retaguarda.notifications.reading import Notifications, Read, Reading

_LOCALE = Parameter("locale", {"type": "string", "enum": ["pt", "en"]}, "without it, the person's own, or English")
_PAGING = (
    Parameter("page", {"type": "integer", "minimum": 1, "default": 1}),
    Parameter("per_page", {"type": "integer", "minimum": 1, "maximum": 200, "default": 10}),
    Parameter("unread", {"type": "string", "enum": ["true", "false"]}),
    Parameter("kind", {"type": "string"}, "one, or several with commas"),
)


def routes(door: Door) -> list[Route]:
    reading, preferences = Reading(door), Preferences(door)
    marking = [
        route
        for prefix in ("/v1/notifications", "/notifications")
        for route in (
            Route("PUT", f"{prefix}/{{id:str}}/read", "Mark one as read", reading.read, answers=Read),
            Route("PUT", f"{prefix}/read-all", "Mark all as read", reading.read_all, answers=Read),
        )
    ]
    own = "/v1/notifications/preferences"
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
    ]
