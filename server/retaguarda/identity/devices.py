"""Names a browser and its system from the user agent, for people to recognize; no decision depends on it."""

#: The first match wins: most browsers also name others.
BROWSERS = (
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
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device(user_agent: str | None) -> str:
    """Returns a text such as "Firefox · Linux"; empty when nothing matches."""
    agent = user_agent or ""
    found = [next((name for mark, name in patterns if mark in agent), "") for patterns in (BROWSERS, SYSTEMS)]
    return " · ".join(name for name in found if name)
