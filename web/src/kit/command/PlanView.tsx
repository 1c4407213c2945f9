import { ArrowRight, Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLanguage, useT, wordsOf } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import { formatMoney, type Money } from '../format'
import { ledgerAccount } from '../ledgerAccount'
import { Facts } from '../record/Facts'
import { factWords } from './factWords'
import styles from './PlanView.module.css'
import {
  amountOf,
  type FirstFact,
  freeOf,
  MERCHANT_ACCOUNT,
  movedBy,
  type Plan,
  type PlanWords,
} from './plan'

interface Line {
  key: string
  name: string
  before: string
  after: string
  /** An amount, kept on one line. */
  sum?: boolean
}

export interface PlanViewProps {
  plan: Plan
  words: PlanWords
  /** For a request that has ended: what it did, or would have done. */
  tense?: 'to_come' | 'done' | 'void'
  /** What stands beside the amount, before what the plan itself tells. */
  first?: readonly FirstFact[]
  /** It came after the form: the keyboard, and who hears the page, go on here. */
  takeFocus: boolean
}

const wordOf = wordsOf('kit')
/** The provider's own company: a plan of what it does tells its own balances, whosever money it holds or frees. */
const PROVIDER = 1
const NONE: readonly FirstFact[] = []

/** A plan: its subject, then each balance and field before and after. */
export function PlanView({ plan, words, tense = 'to_come', first = NONE, takeFocus }: PlanViewProps) {
  const t = useT('kit')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takeFocus) title.current?.focus()
  }, [takeFocus])
  const language = useLanguage()
  const money = (value: Money) => formatMoney(value, language)

  const balances = plan.balances.flatMap((balance): Line[] => {
    const { account, posted_before, posted_after, held_before, held_after } = balance
    const name = words.account?.(account) ?? ledgerAccount(t, account)
    const before = freeOf(posted_before, held_before)
    const after = freeOf(posted_after, held_after)
    return [
      ...(before.amount === after.amount || account === MERCHANT_ACCOUNT
        ? []
        : [{ key: account, name, before: money(before), after: money(after), sum: true }]),
      ...(held_before.amount === held_after.amount
        ? []
        : [
            {
              key: `${account} held`,
              name: t('kit.plan.held', { account: name }),
              before: money(held_before),
              after: money(held_after),
              sum: true,
            },
          ]),
    ]
  })
  const changes = plan.changes.flatMap(({ field, before, after }): Line[] => {
    const name = words.field(field)
    if (!name) return []
    return [{ key: field, name, before: words.value(field, before), after: words.value(field, after) }]
  })
  const lines = [...changes, ...balances]
  const amount = amountOf(plan) ?? movedBy(plan)
  const own = plan.balances.find(({ account }) => account === MERCHANT_ACCOUNT)
  const said = new Set([...(amount ? ['amount'] : []), ...first.map(({ name }) => name)])
  const facts = plan.facts.flatMap(({ field, value }) =>
    value === null || said.has(field)
      ? []
      : [{ label: wordOf(t, 'fact', field), value: factWords(t, language, words, field, value) }],
  )
  return (
    <section className={styles.plan} aria-label={t(`kit.plan.title.${tense}`)}>
      <h3 ref={title} tabIndex={-1} className={styles.title}>
        {t(`kit.plan.title.${tense}`)}
      </h3>
      {amount && (
        <p className={styles.amount}>
          <span>{wordOf(t, 'fact', 'amount')}</span> <strong>{money(amount)}</strong>
        </p>
      )}
      {first.length + facts.length > 0 && <Facts facts={[...first, ...facts]} />}
      {own && <Available balance={own} tense={tense} />}
      {tense === 'to_come' && plan.needs_approval && (
        <Banner tone="awaiting" icon={<Users size={18} strokeWidth={1.75} aria-hidden />}>
          {t('kit.plan.needs_approval', { count: plan.approvals || 1 })}
        </Banner>
      )}
      {lines.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('kit.plan.what')}</th>
              <th scope="col">{t(tense === 'to_come' ? 'kit.plan.now' : 'kit.plan.before')}</th>
              <th scope="col">{t(tense === 'to_come' ? 'kit.plan.then' : 'kit.plan.after')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, name, before, after, sum }) => (
              <tr key={key} className={sum ? styles.sum : undefined}>
                <td>{name}</td>
                <td className={styles.before}>{before}</td>
                <td className={styles.after}>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {balances.length === 0 && (
        <p className={styles.none}>
          {t(plan.merchant === PROVIDER ? 'kit.plan.no_own_balance' : 'kit.plan.no_balance')}
        </p>
      )}
    </section>
  )
}

/** What the merchant may spend, before it and after. */
function Available({
  balance: { posted_before, posted_after, held_before, held_after },
  tense,
}: {
  balance: Plan['balances'][number]
  tense: NonNullable<PlanViewProps['tense']>
}) {
  const t = useT('kit')
  const language = useLanguage()
  const [then, later] = tense === 'to_come' ? (['now', 'then'] as const) : (['before', 'after'] as const)
  return (
    <dl className={styles.available}>
      <div>
        <dt>{t(`kit.plan.available_${then}`)}</dt>
        <dd>{formatMoney(freeOf(posted_before, held_before), language)}</dd>
      </div>
      <ArrowRight size={18} strokeWidth={1.75} aria-hidden />
      <div>
        <dt>{t(`kit.plan.available_${later}`)}</dt>
        <dd>{formatMoney(freeOf(posted_after, held_after), language)}</dd>
      </div>
    </dl>
  )
}
