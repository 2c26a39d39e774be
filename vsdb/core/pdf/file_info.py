"""What a PDF says of itself."""

from __future__ import annotations

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFInfo, PDFString


class FileInfo(PDFInfo):
    """Its title, and no day, so that the same list gives the same bytes."""

    def format(self, document: object) -> bytes:
        said = {"Title": self.title, "Subject": self.subject, "Producer": "vsdb", "Creator": "vsdb"}
        written: bytes = PDFDictionary({key: PDFString(value) for key, value in said.items()}).format(document)
        return written
