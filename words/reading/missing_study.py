"""What is said where a study was open, or is meant, that is not open here."""

ASKED = "Looking for the study that was open in this tab"
LOST = (
    "The study of this tab is no longer open: Rounds was restarted, or the tab was away for more than 15 minutes. "
    "Open the file again."
)
LINKED = (
    "This link was made with a file that is not open here. A link holds choices only: open the same file to apply them."
)
