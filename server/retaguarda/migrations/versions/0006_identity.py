from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    run_sql("0006_identity")
