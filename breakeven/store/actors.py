"""Who acts, and what each role may do. Checked where things are stored, on every action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Role = Literal["viewer", "reviewer", "approver", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)
StoreAction = Literal[
    "look",
    "save",
    "mark",
    "note",
    "tell",
    "target",
    "edit",
    "pin",
    "share",
    "sign",
    "import",
    "delete",
    "members",
    "prune",
    "verify",
]
# the least role that may; without login whoever is there is an admin
LEAST: Mapping[StoreAction, Role] = {
    "look": "viewer",
    "save": "reviewer",
    "mark": "reviewer",
    "note": "reviewer",
    "tell": "reviewer",
    "edit": "reviewer",
    "pin": "reviewer",
    # what a system must reach is said by who answers for it
    "target": "approver",
    "share": "approver",
    "sign": "approver",
    # what a file says that others said and signed is taken over with it
    "import": "approver",
    "delete": "admin",
    "members": "admin",
    "prune": "admin",
    "verify": "admin",
}


class NotAllowedError(Exception):
    """Who acts may not do this; the message says what is needed, and names nothing stored."""


@dataclass(frozen=True)
class Actor:
    """A person, known by who vouches for them (issuer) and by their name there (subject).

    `name`: what they are called on screen; two may be called the same.
    """

    issuer: str
    subject: str
    name: str = ""


# whoever sits at this machine, where nobody logs in
LOCAL = Actor("local", "local", "")
# who did not log in where that is asked for: no member is called so
NOBODY = Actor("", "", "")


def is_allowed(role: Role | None, action: StoreAction) -> bool:
    """Whether a role is enough; no role never is."""
    return role is not None and ROLES.index(role) >= ROLES.index(LEAST[action])
