"""What a browser calls itself, in two words. For people to recognize their own; nothing is decided by it."""

#: First match wins: most browsers name others beside themselves.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("python", "Python"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device(user_agent: str | None) -> str:
    """Such as "Firefox · Linux"; empty when nothing is recognized."""
    given = user_agent or ""
    found = [next((name for mark, name in known if mark in given), "") for known in (_BROWSERS, _SYSTEMS)]
    return " · ".join(name for name in found if name)
