"""Papers of the demo are read by people: their Portuguese is written as it is."""

import pypdfium2

from retaguarda_demo.papers import paper


def test_a_paper_keeps_the_accents_of_its_title() -> None:
    title = "Contrato social e última alteração (cópia): ÁÉÍÓÚ ãõ ç"
    document = pypdfium2.PdfDocument(paper(title, pages=2))
    lines = [document[page].get_textpage().get_text_range().splitlines()[0] for page in range(2)]
    assert lines == [title, title]
