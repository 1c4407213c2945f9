from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0036b", "0031b"


def upgrade() -> None:
    run_sql("0036b_recount")
