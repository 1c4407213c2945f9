/** What people call things, beside the words that the screens themselves use; folded, as parts of patterns. */

/** States by their names at the server. A list's own words for its states come first. */
export const STATE_WORDS: Readonly<Record<string, string>> = {
  paid: 'pag[oa]s?|pagou|pagaram|ja pag[oa]s?|quitad[oa]s?|liquidad[oa]s?|compensad[oa]s?|confirmad[oa]s?|settled|paid',
  done: 'pag[oa]s?|efetuad[oa]s?|concluid[oa]s?|efetivad[oa]s?|finalizad[oa]s?|liquidad[oa]s?|done|completed|settled|paid(?: out)?',
  pending:
    'pendentes?|em aberto|abert[oa]s?|aguardando(?: pagamento)?|a (?:pagar|receber)|esperando pagamento|pending|open|outstanding|awaiting payment|waiting|not settled',
  created: 'registrando|criad[oa]s?|em aberto|abert[oa]s?|registering|open|outstanding',
  open: 'abert[oa]s?|em aberto|open',
  queued: 'na fila|enfileirad[oa]s?|em fila|queued|in (?:the )?queue|waiting in line',
  on_hold: 'retid[oa]s?|em espera|segurad[oa]s?|parad[oa]s?|on hold|held',
  in_bank_processing: 'em processamento|processando|processing|in process|at the bank',
  uncertain: 'incert[oa]s?|sem resposta|uncertain|unknown|unclear',
  blocked: 'bloquead[oa]s?|travad[oa]s?|blocked',
  expired: 'vencid[oa]s?|expirad[oa]s?|expired|overdue|lapsed|past due|em atraso|atrasad[oa]s?',
  cancelled: 'cancelad[oa]s?|cancelled|canceled|voided',
  refunded:
    'devolvid[oa]s?|estornad[oa]s?|reembolsad[oa]s?|(?:fully |totally |total(?:mente)? )?refunded|reversed|reimbursed|given back|paid back',
  partially_refunded:
    '(?:parcialmente (?:devolvid|estornad|reembolsad)[oa]s?)|(?:(?:devolvid|estornad|reembolsad)[oa]s? (?:parcialmente|em parte))|(?:devolucao|devolucoes|estornos?|reembolsos?) (?:parcial|parciais)|part(?:ial)?ly (?:refunded|reimbursed)|partial refunds?',
  returned:
    'devolvid[oa]s?|estornad[oa]s?|retornad[oa]s?|reembolsad[oa]s?|returned|refunded|sent back|bounced',
  partly_returned:
    '(?:parcialmente (?:devolvid|estornad)[oa]s?)|(?:(?:devolvid|estornad)[oa]s? (?:parcialmente|em parte))|part(?:ial)?ly returned',
  under_review: 'em (?:analise|revisao)|sob (?:analise|revisao)|under review|in review|being reviewed',
  failed:
    'falhou|falharam|falhad[oa]s?|(?:com|deu|deram) (?:falha|erro)s?|nao process?ad[oa]s?|failed|failing|with errors?|errored|in error',
  rejected: 'recusad[oa]s?|rejeitad[oa]s?|negad[oa]s?|refused|rejected|denied|declined',
  closed: 'fechad[oa]s?|encerrad[oa]s?|closed',
  matched: 'conciliad[oa]s?|identificad[oa]s?|matched|reconciled',
  unmatched: 'nao (?:conciliad|identificad)[oa]s?|sem identificacao|unmatched|unidentified',
  unidentified: 'nao identificad[oa]s?|sem identificacao|not identified|unidentified|unknown',
  active: 'ativ[oa]s?|active',
  snoozed: 'adiad[oa]s?|soneca|snoozed|postponed',
  escalated: 'escalad[oa]s?|escalonad[oa]s?|escalated',
  dismissed: 'descartad[oa]s?|arquivad[oa]s?|dismissed',
  approved: 'aprovad[oa]s?|approved',
}

/** Of a choice, by the key of its column and the value. */
export const CHOICE_WORDS: Readonly<Record<string, string>> = {
  'has_refund:true':
    '(?:com|que tem|que tiveram) (?:devoluc(?:ao|oes)|estornos?|reembolsos?)|with (?:a |any |some )?refunds?',
  'has_refund:false':
    'sem (?:nenhuma? )?(?:devoluc(?:ao|oes)|estornos?|reembolsos?)|without (?:a |any )?refunds?|with no refunds?',
  'kind:due': 'com vencimento|(?:with )?(?:a )?due dates?|boletos? pix',
  'kind:static': '(?:qr ?(?:codes? )?|codigos? )?estatic[oa]s?|static(?: qr)?(?: codes?)?',
  'kind:immediate': 'imediat[oa]s?|immediate|instant',
  'due:overdue': 'em atraso|atrasad[oa]s?|vencid[oa]s?|fora do prazo|overdue|past due|late',
  'due:today': '(?:que )?venc(?:em|e|endo) hoje|due today',
  'channel:rdr': 'banco central|bacen|bcb|central bank|rdr',
}

/** Of several states in a row, what keeps them together: "except cancelled and refused". */
export const BESIDE = /^ ?(?:e|ou|nem|and|or|nor|,)? ?$/

export const NOT =
  "(?:(?:ainda |que )*(?:nao|nem|sem estar|exceto|menos(?: [ao]s?)?|fora) (?:(?:foram|foi|estao|esta|sejam|seja|tenham sido|ainda) )*|(?:that )?(?:(?:are|were|is|was|have|has|had)(?:n't| not) (?:yet )?(?:been )?|not (?:yet )?(?:been )?|still not |haven't been |(?:all |everything |any )?(?:but|except|besides|other than) |neither |excluding ))"

const AMOUNT_WORD = '(?:valor(?:es)?|quantias?|montantes?|amounts?|values?|totals?|totais)'
const MADE =
  '(?:(?:sorted|ordered|order|sort|ordenad[oa]s?|ordenar|ordem|classificad[oa]s?) (?:by |por |pel[oa]s? |de )?)?'
const FIRST = '(?: (?:first|primeiro|antes|no topo|on top|at the top))?'

interface OrderWords {
  pattern: string
  by: 'amount' | 'time' | 'due'
  sort: 'asc' | 'desc'
}

export const ORDERS: readonly OrderWords[] = [
  {
    pattern: `${MADE}(?:prazos? mais (?:proxim|curt)[oa]s?|(?:the )?(?:earliest|nearest|closest|soonest|shortest) (?:deadlines?|due dates?)|(?:vencimento|vencem) (?:mais proximo|antes|primeiro)|due soonest)${FIRST}`,
    by: 'due',
    sort: 'asc',
  },
  {
    pattern: `${MADE}(?:(?:the|from|d[oa]|os|as|o|a) )?(?:biggest|largest|highest|greatest|most expensive|maior(?:es)?|mais (?:alt|car)[oa]s?)(?: ones)?(?: ${AMOUNT_WORD})?(?: (?:pa?ra|ao?) (?:[oa]s? )?menor(?:es)?| to (?:the )?(?:smallest|lowest))?${FIRST}`,
    by: 'amount',
    sort: 'desc',
  },
  {
    pattern: `${MADE}(?:(?:the|from|d[oa]|os|as|o|a) )?(?:smallest|lowest|cheapest|menor(?:es)?|mais (?:baix|barat)[oa]s?)(?: ones)?(?: ${AMOUNT_WORD})?(?: (?:pa?ra|ao?) (?:[oa]s? )?maior(?:es)?| to (?:the )?(?:biggest|largest|highest))?${FIRST}`,
    by: 'amount',
    sort: 'asc',
  },
  {
    pattern: `${MADE}(?:(?:the|os|as|d[oa]) )?(?:newest|latest|most recent|recent(?:es|e)?|mais (?:recentes?|nov[oa]s?)|ultim[oa]s)(?: ones)?${FIRST}`,
    by: 'time',
    sort: 'desc',
  },
  {
    pattern: `${MADE}(?:(?:the|os|as|d[oa]) )?(?:oldest|earliest|mais (?:antig|velh)[oa]s?|antig[oa]s)(?: ones)?${FIRST}`,
    by: 'time',
    sort: 'asc',
  },
  {
    pattern: `${MADE}(?:by|por) (?:descending )?${AMOUNT_WORD} (?:decrescente|desc(?:ending)?|high to low)`,
    by: 'amount',
    sort: 'desc',
  },
  {
    pattern: `${MADE}(?:by|por) (?:ascending )?${AMOUNT_WORD} (?:crescente|asc(?:ending)?|low to high)`,
    by: 'amount',
    sort: 'asc',
  },
]

/** Words that say nothing of what is looked for. */
export const FILLERS = new Set(
  `show me list see view find get give display want need would like please can could you i we us my our all any every each the a an
  of by from to for in on at with that which who whose is are was were be been being has have had and or but then than only just
  those these this it its there some as via via per made sent received created done come came coming went worth amount amounts value
  values status state states charge charges payment payments payout payouts transfer transfers pix case cases deposit deposits
  refund refunds transaction transactions order orders operation operations entry entries record records item items customer client
  payer merchant store company payee recipient beneficiary named called name money cash total over what whats how many where when
  sorted sort ordered
  mostre mostrar mostra me mim listar liste lista ver veja vejo quero queria gostaria preciso buscar busca busque procurar procure achar
  encontrar traga trazer filtrar filtre exibir exiba quais qual que quem cujo cuja todos todas todo toda tudo o a os as um uma uns umas
  de da do das dos no na nos nas em por pelo pela pelos pelas para pra pro pras pros com ao aos e ou mas so somente apenas foi foram
  sao esta estao estavam ser sido tem tenho tiveram teve ter eu nos minha meus minhas meu nossas nossos
  feito feita feitos feitas enviado enviada enviados enviadas recebido recebida recebidos recebidas criado criada criados criadas
  emitido emitida emitidos emitidas entraram entrou chegaram chegou sairam saiu caiu cairam
  valor valores quantia quantias status situacao estado cobranca cobrancas pagamento pagamentos recebimento recebimentos
  transferencia transferencias saida saidas entrada entradas saque saques repasse repasses caso casos chamado chamados deposito
  depositos devolucao devolucoes estorno estornos transacao transacoes operacao operacoes registro registros cliente clientes pagador
  pagadora lojista empresa favorecido favorecida favorecidos destinatario beneficiario fornecedor chamado chamada nome favor por-favor
  primeiro primeiros primeira primeiras ordem ordenado ordenados ordenadas ordenar total totais dinheiro reais real brl r$ quanto
  ainda ja nao not yet still hj p disse dizem diz claims claim says said dear team search many much exato exata exatos bom boa bons tarde noite dia obrigado obrigada grato grata gentileza gentil voce poderia poderiam
  pode podem hi hello hey thanks thank kindly about sobre vendas venda sales sale tickets ticket everything anything withdrawals withdrawal
  i'd i'm id's txid protocolo protocol referencia reference ref identificador id e2e numero number codigo code seu sua your own aqui ai la mesmo mesma entre cujas cujos la se`.split(
    /\s+/,
  ),
)

/** Small words that may stand within a name. */
export const WITHIN_NAMES = new Set([
  'de',
  'da',
  'do',
  'das',
  'dos',
  'e',
  'of',
  'the',
  'and',
  '&',
  'la',
  'del',
])
