from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0042", "0035c"


def upgrade() -> None:
    run_sql("0042_one_person")
