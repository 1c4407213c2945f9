from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0045", "0043"


def upgrade() -> None:
    run_sql("0045_quick_charges")
