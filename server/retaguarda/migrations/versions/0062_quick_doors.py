from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0062", "0061"


def upgrade() -> None:
    run_sql("0062_quick_doors")
