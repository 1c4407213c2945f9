from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0055", "0054"


def upgrade() -> None:
    run_sql("0055_one_reference")
