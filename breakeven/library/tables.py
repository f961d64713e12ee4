"""The tables of the library. Their history is `migrations/versions`; a test compares both."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

from breakeven.library.events import storable


class _Kept(TypeDecorator[str]):
    """A text as people, files and addresses give it, and as a database can keep it."""

    def process_bind_param(self, value: str | None, _: object) -> str | None:
        """The text that is kept, or looked for."""
        return None if value is None else storable(value)


class Words(_Kept):
    """Of any length."""

    impl = Text
    cache_ok = True


class Key(_Kept):
    """Of our own making, and of so many characters at most."""

    impl = String
    cache_ok = True


METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
DIGEST, IDENTITY, MOMENT = 64, 32, 20

# the bytes themselves are files, named by their SHA-256
BLOB = Table(
    "blob",
    METADATA,
    Column("sha256", Key(DIGEST), primary_key=True),
    Column("bytes", BigInteger, nullable=False),
    Column("created", Key(MOMENT), nullable=False),
)
REVIEW = Table(
    "review",
    METADATA,
    Column("id", Key(IDENTITY), primary_key=True),
    Column("title", Words, nullable=False),
    Column("status", Key(20), nullable=False),
    Column("owner", Words, nullable=False),
    Column("created", Key(MOMENT), nullable=False),
    Column("opened", Key(MOMENT), nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("baseline", Integer),
)
VERSION = Table(
    "version",
    METADATA,
    Column("review", ForeignKey("review.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("fingerprint", Key(DIGEST), nullable=False, unique=True),
    Column("options", Words, nullable=False),
    Column("about", Words, nullable=False),
    # the parsed review; none where room was needed: it can be read again from the files
    Column("parsed", ForeignKey("blob.sha256"), index=True),
    Column("code_version", Words, nullable=False),
    Column("created", Key(MOMENT), nullable=False),
    Column("created_by", Words, nullable=False),
    Column("opened", Key(MOMENT), nullable=False),
)
FILE = Table(
    "file",
    METADATA,
    Column("fingerprint", ForeignKey("version.fingerprint", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("name", Words, nullable=False),
    Column("blob", ForeignKey("blob.sha256"), nullable=False, index=True),
)
# `chain`: the id of a review, or that of the library's own events
EVENT = Table(
    "event",
    METADATA,
    Column("chain", Key(IDENTITY), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", Key(MOMENT), nullable=False),
    Column("issuer", Words, nullable=False),
    Column("subject", Words, nullable=False),
    Column("name", Words, nullable=False),
    Column("kind", Key(40), nullable=False),
    Column("version", Integer),
    Column("payload", Words, nullable=False),
    Column("hash", Key(DIGEST), nullable=False),
)
MEMBER = Table(
    "member",
    METADATA,
    Column("issuer", Words, primary_key=True),
    Column("subject", Words, primary_key=True),
    Column("name", Words, nullable=False),
    Column("role", Key(20), nullable=False),
    Column("since", Key(MOMENT), nullable=False),
)
SHARE = Table(
    "share",
    METADATA,
    Column("token_hash", Key(DIGEST), primary_key=True),
    Column("review", Key(IDENTITY), nullable=False, index=True),
    Column("n", Integer, nullable=False),
    # what is shown, as the address says it, and the numbers as they were when it was shared
    Column("state", Words, nullable=False),
    Column("numbers", Words, nullable=False),
    Column("created", Key(MOMENT), nullable=False),
    Column("created_by", Words, nullable=False),
    Column("expires", Key(MOMENT), nullable=False),
    Column("revoked", Key(MOMENT)),
    # whether it opens without logging in, where members do
    Column("anybody", Boolean, nullable=False),
)
