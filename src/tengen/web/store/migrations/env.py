"""Alembic's entry: the migrations run on the connection that `upgrade` hands over."""

from alembic import context

from tengen.web.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
