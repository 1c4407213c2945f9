"""Every link of the documents leads somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def test_every_link_of_the_documents_leads_to_a_file_and_to_a_heading_of_it() -> None:
    links = [(document, link) for document in DOCUMENTS for link in _links(document)]
    assert len(links) > 30
    assert [f"{document.relative_to(ROOT)}: {link}" for document, link in links if not _leads(document, link)] == []


def test_every_page_of_the_documents_is_in_the_menu_of_the_site() -> None:
    menu = (ROOT / "mkdocs.yml").read_text()
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert [page for page in sorted(pages) if page not in menu] == []


def _links(document: Path) -> Iterator[str]:
    for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text()):
        if not re.match(r"[a-z]+:", link):
            yield link


def _leads(document: Path, link: str) -> bool:
    path, _, heading = link.partition("#")
    target = document.parent / path if path else document
    if not target.exists():
        return False
    return not heading or target.suffix != ".md" or heading in {_slug(each) for each in _headings(target)}


def _headings(document: Path) -> list[str]:
    return re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)


def _slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", heading).strip().lower()).replace(" ", "-")
