from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0014", "0013"


def upgrade() -> None:
    run_sql("0014_views")
