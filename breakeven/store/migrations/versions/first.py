"""The tables as they first were."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them."""
    _of_reviews()
    _of_what_is_said()


def _of_reviews() -> None:
    op.create_table(
        "blob",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("created", sa.String(20), nullable=False),
    )
    op.create_table(
        "review",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("created", sa.String(20), nullable=False),
        sa.Column("opened", sa.String(20), nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("baseline", sa.Integer),
    )
    op.create_table(
        "version",
        sa.Column(
            "review",
            sa.String(32),
            sa.ForeignKey("review.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False, unique=True),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("parsed", sa.String(64), sa.ForeignKey("blob.sha256")),
        sa.Column("code_version", sa.Text, nullable=False),
        sa.Column("created", sa.String(20), nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
        sa.Column("opened", sa.String(20), nullable=False),
    )
    op.create_table(
        "file",
        sa.Column(
            "fingerprint",
            sa.String(64),
            sa.ForeignKey("version.fingerprint", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("blob", sa.String(64), sa.ForeignKey("blob.sha256"), nullable=False),
    )


def _of_what_is_said() -> None:
    op.create_table(
        "event",
        sa.Column("chain", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(20), nullable=False),
        sa.Column("issuer", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "member",
        sa.Column("issuer", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("since", sa.String(20), nullable=False),
    )
    op.create_table(
        "share",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("review", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("numbers", sa.Text, nullable=False),
        sa.Column("created", sa.String(20), nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
        sa.Column("expires", sa.String(20), nullable=False),
        sa.Column("revoked", sa.String(20)),
        sa.Column("anybody", sa.Boolean, nullable=False),
    )
