"""What the server says where it does not answer, or cannot take any more."""

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
        f"Rounds was asked under {under}, which it was not told. Open it as localhost; behind a proxy, start it with "
        f"--{setting} and that name (docs/deployment.md)."
    )
