from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0026c", "0024"


def upgrade() -> None:
    run_sql("0026c_batches")
