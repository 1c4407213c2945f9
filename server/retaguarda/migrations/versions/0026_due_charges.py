from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0026", "0027"


def upgrade() -> None:
    run_sql("0026_due_charges")
