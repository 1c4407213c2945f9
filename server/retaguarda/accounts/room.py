"""The accounts of companies, and their sub-accounts."""

from retaguarda.accounts.commands import BLOCK_ACCOUNT, UNBLOCK_ACCOUNT
from retaguarda.accounts.invariants import INVARIANTS
from retaguarda.accounts.limits import LIMIT_SUB_ACCOUNT
from retaguarda.accounts.move_money import MOVE_MONEY
from retaguarda.accounts.records import ACCOUNT_RECORD, OF_ACCOUNT, SUBJECT
from retaguarda.accounts.sub_accounts import CLOSE_SUB_ACCOUNT, OPEN_SUB_ACCOUNT, RENAME_SUB_ACCOUNT
from retaguarda.accounts.tables import ACCOUNTS
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.room import Room, Trail

ROOM = Room(
    name="accounts",
    tables=(ACCOUNTS,),
    records=(ACCOUNT_RECORD,),
    commands=(
        BLOCK_ACCOUNT,
        UNBLOCK_ACCOUNT,
        RENAME_SUB_ACCOUNT,
        LIMIT_SUB_ACCOUNT,
        CLOSE_SUB_ACCOUNT,
        OPEN_SUB_ACCOUNT,
        MOVE_MONEY,
    ),
    invariants=INVARIANTS,
    trails=(Trail("accounts", Permission.AUTHS_READ, OF_ACCOUNT, prefix=SUBJECT),),
)
