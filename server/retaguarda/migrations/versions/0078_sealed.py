from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0078", "0072"


def upgrade() -> None:
    run_sql("0078_sealed")
