"""What the server says where it does not answer, or cannot take any more."""

SCRIPT_FAILED = (
    "This page failed because of an error in Rounds. Your study is still open; try another page or reopen the file."
)
FOREIGN_PAGE = "Rounds answers only its own pages. This request came from a page of another address."


def not_private(address: str, setting: str) -> str:
    """setting: that says that a login stands before it."""
    return (
        f"Rounds has no login, so it does not listen on {address}. Leave server.address at localhost, or put an "
        f"authenticating proxy in front and set {setting}=yes (docs/deployment.md)."
    )


def not_found_under(name: str, setting: str) -> str:
    """name: in the request, "" where none could be read. setting: that tells the server its name."""
    under = f'the name "{name}"' if name else "a name that cannot be read"
    return (
        f"Rounds does not answer under {under}. Open it as localhost; behind a proxy, start it with --{setting} and "
        "the name that the proxy passes on (docs/deployment.md)."
    )


UNREACHABLE = (
    "Rounds does not answer: the server was stopped, or the network is interrupted. This page goes on by itself once "
    "it answers again."
)
UPLOAD_REFUSED = (
    "The file was not taken: this computer holds as much as it may. Send fewer files at once, close a study that is "
    "not needed, or try again in a few minutes."
)
UPLOAD_LOST = "The file was lost before it was read: Rounds was restarted. Drop it again."


def no_room(limit: str) -> str:
    """limit: of the memory for the studies of all tabs."""
    return (
        f"This study was not opened: all studies together may take {limit} of this computer's memory, and others are "
        "open. Close one that is not needed, or try again in a few minutes."
    )


def too_large_for_a_tab(names: str, size: str, limit: str) -> str:
    """names: of the files. size: what the study would need in memory."""
    return (
        f"{names} is too large: it needs about {size} of memory, and one tab may take {limit}. Remove columns or rows."
    )


def too_many_tabs(most: int) -> str:
    """most: tabs that may be open."""
    return (
        f"Rounds is full: {most} tabs are open, as many as it may serve. Close one that is not needed, or try again "
        "in a few minutes."
    )


def nothing_left(what: str) -> str:
    """what: the computer has none left of."""
    return (
        f"Rounds cannot open another tab: this computer has no {what} left. Close a tab that is not needed, or try "
        "again in a few minutes."
    )
