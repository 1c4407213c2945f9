from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0027", "0028"


def upgrade() -> None:
    run_sql("0027_automatic")
