"""What Alembic runs: the changes, on the connection that it is handed."""

from __future__ import annotations

from alembic import context

from breakeven.store.database import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
context.run_migrations()
