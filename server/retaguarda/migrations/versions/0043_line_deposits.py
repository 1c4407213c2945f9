from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0043", "0044"


def upgrade() -> None:
    run_sql("0043_line_deposits")
