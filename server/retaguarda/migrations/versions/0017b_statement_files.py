from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0017b", "0019b"


def upgrade() -> None:
    run_sql("0017b_statement_files")
