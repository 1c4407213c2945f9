import type { components } from '../../app/api-types'
import type { Language, Translate } from '../../app/i18n'
import { formatDocument, formatMoney } from '../../kit/format'
import type { GraphBox, GraphLine } from '../../kit/graph/LayerGraph'

/** The money trail as the server tells it, as boxes and lines. */

export type MoneyTrail = components['schemas']['MoneyTrail']
export type MoneyParty = MoneyTrail['parties'][number]
export type MoneyFlow = MoneyTrail['flows'][number]
export type Course = MoneyTrail['course']

interface Text {
  t: Translate
  language: Language
}

export function partyName({ name, document, kind }: MoneyParty, t: Translate): string {
  if (kind === 'unknown') return t('pld.money.unknown')
  return name ?? formatDocument(document ?? '—')
}

/** Who paid and who was paid: back from the subject, its lines are read from the other end. */
export const ends = (course: Course, { source, target }: MoneyFlow): readonly [number, number] =>
  course === 'onward' ? [source, target] : [target, source]

/** "and 31 more": those whom a party leads to and who are not shown. */
export const restText = ({ more, at_least }: MoneyParty, t: Translate): string =>
  t(at_least ? 'pld.money.more_at_least' : 'pld.money.more', { count: more })

export const againText = (again: number, t: Translate): string =>
  again === 0 ? t('pld.money.round') : t('pld.money.again', { step: again })

export function boxesOf({ parties, course }: MoneyTrail, text: Text): GraphBox[] {
  const { t, language } = text
  return parties.flatMap((party): GraphBox[] => {
    const name = partyName(party, t)
    const rest = restText(party, t)
    return [
      {
        key: String(party.id),
        layer: party.layer,
        title: name,
        note: formatMoney(party.entered, language),
        look: party.layer === 0 ? 'start' : party.again === 0 ? 'warning' : 'plain',
        told: toldOf(party, course, text),
      },
      ...(party.more > 0
        ? [
            {
              key: `rest ${party.id}`,
              layer: party.layer + 1,
              title: rest,
              note: formatMoney(party.more_amount, language),
              look: 'rest' as const,
              told: [t(`pld.money.rest_of.${course}`, { name })],
            },
          ]
        : []),
    ]
  })
}

function toldOf(party: MoneyParty, course: Course, { t, language }: Text): string[] {
  const money = (amount: number) => formatMoney({ amount, currency: party.entered.currency }, language)
  const stayed = party.entered.amount - party.followed.amount
  return [
    ...(party.document ? [formatDocument(party.document)] : []),
    t(`pld.money.${party.layer === 0 ? 'set_out' : 'entered'}.${course}`, {
      amount: money(party.entered.amount),
    }),
    ...(party.layer > 0 && party.again === null && party.followed.amount > 0
      ? [t(`pld.money.followed.${course}`, { amount: money(party.followed.amount) })]
      : []),
    ...(party.layer > 0 && party.again === null && stayed > 0
      ? [t(`pld.money.stayed.${course}`, { amount: money(stayed) })]
      : []),
    ...(party.again === null ? [] : [againText(party.again, t)]),
    ...(party.at_least ? [t('pld.money.at_least')] : []),
  ]
}

/** From who paid to who was paid. */
export function linesOf({ course, parties, flows }: MoneyTrail): GraphLine[] {
  const line = (outer: string, inner: string, weight: number): GraphLine =>
    course === 'onward' ? { from: inner, to: outer, weight } : { from: outer, to: inner, weight }
  return [
    ...flows.map(({ source, target, amount }): GraphLine => {
      const drawn = line(String(target), String(source), amount.amount)
      return parties[target]?.again === 0 ? { ...drawn, look: 'warning' } : drawn
    }),
    ...parties.flatMap(({ id, more, more_amount }): GraphLine[] =>
      more > 0 ? [line(`rest ${id}`, String(id), more_amount.amount)] : [],
    ),
  ]
}
