"""Papers that merchants of the demo bring."""


def paper(title: str, pages: int = 1) -> bytes:
    """A PDF of few lines, made without a library: what a merchant of the demo brings."""
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", font]
    numbers = list[int]()
    for page in range(1, pages + 1):
        lines = f"BT /F1 22 Tf 60 770 Td ({_escaped(title)}) Tj 0 -34 Td /F1 12 Tf (Page {page} of {pages}) Tj ET"
        # WinAnsiEncoding is Windows-1252, which has every letter of Portuguese.
        text = lines.encode("cp1252", "replace")
        objects.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(text), text))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        numbers.append(len(objects))
    kids = b" ".join(b"%d 0 R" % number for number in numbers)
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%b] >>" % (pages, kids)
    body, places = b"%PDF-1.4\n", list[int]()
    for number, each in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return body + (
        b"xref\n0 %d\n0000000000 65535 f \n%btrailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (size, table, size, len(body))
    )


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
