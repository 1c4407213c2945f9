from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0025", "0026c"


def upgrade() -> None:
    run_sql("0025_annotations")
