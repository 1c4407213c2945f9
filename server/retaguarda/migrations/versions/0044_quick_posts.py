from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0044", "0041"


def upgrade() -> None:
    run_sql("0044_quick_posts")
