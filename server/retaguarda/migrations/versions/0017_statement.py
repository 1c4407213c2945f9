from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0017", "0022"


def upgrade() -> None:
    run_sql("0017_statement")
