from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0034", "0025c"


def upgrade() -> None:
    run_sql("0034_together")
