from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    run_sql("0009_rebase")
