"""Scripts for pgbench that post to our ledger, as the application's role and in the scope of one merchant.

Each takes the variables ``n`` (0 at the beginning) and ``round`` (another one in each run): together with the client's
number they make the key.
"""

from bench import sets

MERCHANTS = 200
LAST_MERCHANT = sets.FIRST_MERCHANT + MERCHANTS - 1
#: Nobody of those that the spread posts go to.
HOT_MERCHANT = LAST_MERCHANT + 1

_SPREAD = f"\\set company random({sets.FIRST_MERCHANT}, {LAST_MERCHANT})"
_HOT = f"\\set company {HOT_MERCHANT}"


def _post(company: str, account: str = "available") -> str:
    """What a Pix received makes: three legs, of which one moves the merchant's balance."""
    return f"""
\\set n :n + 1
{company}
\\set amount random(1000, 50000)
\\set fee :amount / 100
select set_config('retaguarda.companies', '{{' || :company || '}}', true),
  ledger_post(:company::int, uuidv7(), 'bench:' || :round || ':' || :client_id || ':' || :n, 'payin.payment', 'bench',
    now(), array[1, :company::int, 1], array['pix_clearing', '{account}', 'pix_fees'], array['BRL', 'BRL', 'BRL'],
    array[0 - :amount::bigint, :amount::bigint - :fee::bigint, :fee::bigint]);
"""


SPREAD = _post(_SPREAD)
HOT_CREDITS = _post(_HOT)
#: An account of the merchant that takes entries only, without a balance of its own to wait for.
ENTRIES_ONLY = "collected"
HOT_ENTRIES = _post(_HOT, ENTRIES_ONLY)

#: As the worker posts what came in together: so many in one transaction, and the account is locked once for all of them.
TOGETHER = 100
HOT_TOGETHER = f"""
\\set n :n + 1
{_HOT}
\\set amount random(1000, 50000)
\\set fee :amount / 100
select set_config('retaguarda.companies', '{{' || :company || '}}', true),
  ledger_credit_many(array_fill(:company::int, array[{TOGETHER}]), array(select uuidv7() from generate_series(1, {TOGETHER})),
    array(select concat_ws(':', 'bench', :round::text, :client_id::text, :n::text, i) from generate_series(1, {TOGETHER}) i), 'payin.payment',
    array_fill('bench'::text, array[{TOGETHER}]), array_fill(now(), array[{TOGETHER}]), 'available', 'BRL', 'pix_clearing', 'pix_fees',
    array_fill(:amount::bigint - :fee::bigint, array[{TOGETHER}]), array_fill(:fee::bigint, array[{TOGETHER}]));
"""

#: One in four takes money away, as a withdrawal does: the floor has to be looked at.
HOT_MIXED = f"""
\\set n :n + 1
\\set company {HOT_MERCHANT}
\\set amount random(1000, 50000)
\\set sign case when random(1, 4) = 1 then -1 else 1 end
select set_config('retaguarda.companies', '{{' || :company || '}}', true),
  ledger_post(:company::int, uuidv7(), 'bench:' || :round || ':' || :client_id || ':' || :n, 'payin.payment', 'bench',
    now(), array[1, :company::int], array['pix_clearing', 'available'], array['BRL', 'BRL'],
    array[0 - :sign::bigint * :amount::bigint, :sign::bigint * :amount::bigint]);
"""

#: With its event, in one statement as ledger.post_with_event() sends it.
AUDITED = f"""
{SPREAD.strip().partition("select set_config")[0]}insert into event (company_id, name, subject_id, actor, data)
select :company, concat_ws(':', 'payin', 'payment', 'settled'), concat_ws(':', :round::text, :client_id::text, :n::text), 'bench',
  jsonb_build_object('amount', :amount::bigint, 'fee', :fee::bigint)
  from (select set_config{SPREAD.strip().partition("select set_config")[2].rstrip(";")} as id offset 0) posted
 where posted.id is not null;
"""
