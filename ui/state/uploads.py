"""What was dropped on an uploader, or the note that stands in its place."""

from __future__ import annotations

from streamlit.runtime.uploaded_file_manager import UploadedFile

from reviews.requirement_text import NotUnderstood
from words.reading.server import UPLOAD_REFUSED

REFUSED = "application/x-rounds-refused"  # what stands in place of a file that the server had no room for


def taken(file: UploadedFile) -> bytes:
    """The bytes of a file. Raises NotUnderstood for one that the server had no room for."""
    if file.type == REFUSED:
        raise NotUnderstood(UPLOAD_REFUSED)
    return file.getvalue()
