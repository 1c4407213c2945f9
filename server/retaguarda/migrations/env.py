"""Alembic's entry point: runs the revisions on the connection that foundation/migrate.py gives it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], target_metadata=None)
with context.begin_transaction():
    context.run_migrations()
