import type { components } from '../../app/api-types'
import { type Language, type Translate, useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatMoney, formatTime } from '../../kit/format'
import { Facts } from '../../kit/record/Facts'
import { MiniTable } from '../../kit/record/MiniTable'
import { typedMoney } from '../../ui/amountText'
import { Card } from '../../ui/Card'
import type { ChargeRecord } from '../charge'
import { isAmount, TERMS, type TermName } from '../due/dueForm'

type Due = NonNullable<ChargeRecord['due']>

/** Until when a charge is to be paid, its terms in words, and what it costs on which day. */
export function DueTerms({ charge, due }: { charge: ChargeRecord; due: Due }) {
  const t = useT('payin')
  const language = useLanguage()
  const said = TERMS.flatMap((term) => wordsOf(term, due.terms, t, language))
  const address = due.address && [due.address.logradouro, due.address.cidade, due.address.uf, due.address.cep]
  return (
    <>
      <Card title={t('payin.card.due')}>
        <Facts
          facts={[
            { label: t('payin.column.due_date'), value: day(charge.due_date ?? '', language) },
            { label: t('payin.due.last_day'), value: day(due.last_day, language) },
            {
              label: t('payin.due.today'),
              value: due.today ? formatMoney(due.today.total, language) : t('payin.due.over'),
            },
            { label: t('payin.due.revision'), value: due.revision },
            {
              label: t('payin.due.terms'),
              wide: true,
              value: said.length ? said.map((line) => <div key={line}>{line}</div>) : t('payin.due.no_terms'),
            },
            ...(address ? [{ label: t('payin.due.address'), wide: true, value: address.join(', ') }] : []),
          ]}
        />
      </Card>
      {said.length > 0 && <Days days={due.days} today={due.today?.day} />}
    </>
  )
}

function Days({ days, today }: { days: Due['days']; today: string | undefined }) {
  const t = useT('payin')
  const language = useLanguage()
  return (
    <Card title={t('payin.card.costs')} flush>
      <MiniTable
        label={t('payin.card.costs')}
        columns={[
          { key: 'day', title: t('payin.due.day') },
          { key: 'less', title: t('payin.due.less'), end: true },
          { key: 'more', title: t('payin.due.more'), end: true },
          { key: 'total', title: t('payin.due.total'), end: true },
        ]}
        rows={days.map((each) => {
          const less = each.discount.amount + each.reduction.amount
          const more = each.fine.amount + each.interest.amount
          const shown = (amount: number) =>
            amount ? formatAmount({ amount, currency: 'BRL' }, language) : '—'
          return {
            key: each.day,
            cells: [
              each.day === today
                ? t('payin.due.day_today', { day: day(each.day, language) })
                : day(each.day, language),
              less ? `−${shown(less)}` : '—',
              shown(more),
              <strong key="total">{formatAmount(each.total, language)}</strong>,
            ],
          }
        })}
      />
    </Card>
  )
}

/** A day is the same in every zone. */
const day = (text: string, language: Language) => formatTime(text, language, { time: 'none', zone: 'UTC' })

function wordsOf(
  term: TermName,
  terms: components['schemas']['Terms'],
  t: Translate,
  language: Language,
): string[] {
  const found = terms[term]
  if (!found) return []
  const amount = (value: number) =>
    isAmount(term, found.mode)
      ? formatMoney({ amount: value, currency: 'BRL' }, language)
      : `${typedMoney(value, 2, language)}%`
  const name = t(`payin.due.${term}.name`)
  if ('steps' in found && found.steps) {
    return found.steps.map(({ until, value }) =>
      t('payin.due.said.until', { name, value: amount(value), day: day(until, language) }),
    )
  }
  return [
    t('payin.due.said.term', {
      name,
      value: amount(found.value ?? 0),
      how: t(`payin.due.${term}.how_${found.mode}`),
    }),
  ]
}
