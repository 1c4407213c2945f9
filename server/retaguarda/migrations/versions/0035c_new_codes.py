from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0035c", "0036b"


def upgrade() -> None:
    run_sql("0035c_new_codes")
