from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0032", "0030"


def upgrade() -> None:
    run_sql("0032_processors")
