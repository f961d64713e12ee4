"""What is looked for when room is needed, or something is deleted, is found by an index."""

from __future__ import annotations

from alembic import op

revision = "second"
down_revision = "first"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the indexes."""
    for table, column in (("file", "blob"), ("version", "parsed"), ("share", "review")):
        op.create_index(f"ix_{table}_{column}", table, [column])
