"""What was dropped on an uploader, or the note that stands in its place."""

from __future__ import annotations

from collections.abc import Sequence

from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from reviews.requirement_text import NotUnderstood
from words.reading.server import UPLOAD_REFUSED

REFUSED = "application/x-rounds-refused"  # what stands in place of a file that the server had no room for


def taken(file: UploadedFile) -> bytes:
    """The bytes of a file. Raises NotUnderstood for one that the server had no room for."""
    if file.type == REFUSED:
        raise NotUnderstood(UPLOAD_REFUSED)
    return file.getvalue()


def release(uploaded: Sequence[UploadedFile]) -> None:
    """Let go of files that Streamlit would keep until the session ends."""
    context = get_script_run_ctx()
    if context is not None and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        for each in uploaded:
            context.uploaded_file_mgr.remove_file(context.session_id, each.file_id)
