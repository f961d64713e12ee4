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
)

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
    Column("sha256", String(DIGEST), primary_key=True),
    Column("bytes", BigInteger, nullable=False),
    Column("created", String(MOMENT), nullable=False),
)
REVIEW = Table(
    "review",
    METADATA,
    Column("id", String(IDENTITY), primary_key=True),
    Column("title", Text, nullable=False),
    Column("status", String(20), nullable=False),
    Column("owner", Text, nullable=False),
    Column("created", String(MOMENT), nullable=False),
    Column("opened", String(MOMENT), nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("baseline", Integer),
)
VERSION = Table(
    "version",
    METADATA,
    Column("review", ForeignKey("review.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("fingerprint", String(DIGEST), nullable=False, unique=True),
    Column("options", Text, nullable=False),
    Column("about", Text, nullable=False),
    # the parsed review; none where room was needed: it can be read again from the files
    Column("parsed", ForeignKey("blob.sha256"), index=True),
    Column("code_version", Text, nullable=False),
    Column("created", String(MOMENT), nullable=False),
    Column("created_by", Text, nullable=False),
    Column("opened", String(MOMENT), nullable=False),
)
FILE = Table(
    "file",
    METADATA,
    Column("fingerprint", ForeignKey("version.fingerprint", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("blob", ForeignKey("blob.sha256"), nullable=False, index=True),
)
# `chain`: the id of a review, or that of the library's own events
EVENT = Table(
    "event",
    METADATA,
    Column("chain", String(IDENTITY), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", String(MOMENT), nullable=False),
    Column("issuer", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("version", Integer),
    Column("payload", Text, nullable=False),
    Column("hash", String(DIGEST), nullable=False),
)
MEMBER = Table(
    "member",
    METADATA,
    Column("issuer", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", String(20), nullable=False),
    Column("since", String(MOMENT), nullable=False),
)
SHARE = Table(
    "share",
    METADATA,
    Column("token_hash", String(DIGEST), primary_key=True),
    Column("review", String(IDENTITY), nullable=False, index=True),
    Column("n", Integer, nullable=False),
    # what is shown, as the address says it, and the numbers as they were when it was shared
    Column("state", Text, nullable=False),
    Column("numbers", Text, nullable=False),
    Column("created", String(MOMENT), nullable=False),
    Column("created_by", Text, nullable=False),
    Column("expires", String(MOMENT), nullable=False),
    Column("revoked", String(MOMENT)),
    # whether it opens without logging in, where members do
    Column("anybody", Boolean, nullable=False),
)
