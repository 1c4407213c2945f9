"""The texts of the web that files of lists say, too."""

import json
from pathlib import Path
from typing import Any

from retaguarda.lists.exports.words import groups


def export_words(locales: Path) -> str:
    """One JSON document: language, group, key, text. What has another number of words for many has none of these."""
    texts = {
        language: {group: _plain(_group(locales / language, group)) for group in sorted(groups())}
        for language in ("en", "pt")
    }
    return json.dumps(texts, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _group(folder: Path, group: str) -> Any:
    namespace, *path = group.split(".")
    found = json.loads((folder / f"{namespace}.json").read_text())
    for name in path:
        found = found[name]
    return found


def _plain(texts: dict[str, Any]) -> dict[str, str]:
    return {key: text for key, text in texts.items() if isinstance(text, str) and "{{" not in text}
