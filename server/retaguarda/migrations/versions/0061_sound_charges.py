from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0061", "0055"


def upgrade() -> None:
    run_sql("0061_sound_charges")
