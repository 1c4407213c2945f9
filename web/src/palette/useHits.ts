import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ReceiptText, Scale, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api, body } from '../app/api'
import { type Language, type Translate, useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import { settings, type User } from '../app/state'
import { useStore } from '../app/store'
import { formatDocument, formatMoney, formatTime, type Money } from '../kit/format'
import { payerPath } from '../kit/record/objectPath'
import { type Item, isAsked } from './items'

const PAUSE = 250
const MOST = 5

type Hit = Omit<Item, 'run'> & { to: string; search?: Record<string, string> }

interface Source {
  name: string
  permissions: readonly string[]
  find: (search: string, words: Words, signal: AbortSignal) => Promise<Hit[]>
}

interface Words {
  t: Translate
  language: Language
}

const noteOf = (kind: string, amount: Money, language: Language) =>
  `${kind} · ${formatMoney(amount, language)}`

/** The lists that know ids. Each shows what it found as it would name it itself. */
const SOURCES: readonly Source[] = [
  {
    name: 'payments',
    permissions: ['payin::payment:read'],
    find: async (search, { t, language }, signal) => {
      const query = { search, per_page: MOST }
      const rows = await body(api.GET('/v1/payin/charges', { params: { query }, signal }))
      const payers = new Map(
        rows.flatMap((row) =>
          row.payer_name ? [[`${row.payer_name} ${row.payer_document}`, row] as const] : [],
        ),
      )
      const people = [...payers.values()].map(({ id, payer_name, payer_document }) => ({
        key: `payer:${id}`,
        label: payer_name ?? '',
        note: [t('palette.hit.payer'), payer_document && formatDocument(payer_document)]
          .filter(Boolean)
          .join(' · '),
        icon: UserRound,
        to: payerPath(id),
      }))
      const charges = rows.map(({ id, payer_name, reference, txid, amount, status, created_at }) => ({
        key: `payment:${id}`,
        label: payer_name ?? reference ?? txid ?? id,
        note: [
          formatMoney(amount, language),
          t(`payin.status.${status}`),
          created_at && formatTime(created_at, language, { year: 'auto' }),
          reference,
        ]
          .filter(Boolean)
          .join(' · '),
        icon: ReceiptText,
        to: `/dashboard/payin/payments/${id}`,
      }))
      // Whoever pastes an id means what it names; whoever types a name means the person.
      return rows.some(({ id }) => id === search) ? [...charges, ...people] : [...people, ...charges]
    },
  },
  {
    name: 'reviews',
    permissions: ['payin::payment:read'],
    find: async (search, { t, language }, signal) => {
      const query = { search, per_page: MOST }
      const rows = await body(api.GET('/v1/payin/reviews', { params: { query }, signal }))
      return rows.map(({ end_to_end_id, payer_name, amount }) => ({
        key: `review:${end_to_end_id}`,
        label: payer_name ?? end_to_end_id ?? search,
        note: noteOf(t('palette.hit.review'), amount, language),
        icon: Scale,
        to: '/dashboard/payin/payments/reviews',
        search: { search: end_to_end_id ?? search },
      }))
    },
  },
  {
    name: 'users',
    permissions: ['rbac::users:read'],
    find: async (search, { t }, signal) => {
      const query = { search, per_page: MOST }
      const rows = await body(api.GET('/rbac/users', { params: { query }, signal }))
      return rows.map(({ id, name, email }) => ({
        key: `user:${id}`,
        label: name || email || id,
        note: `${t('palette.hit.user')} · ${email}`,
        icon: UserRound,
        to: `/dashboard/settings/access-control/users/${id}`,
      }))
    },
  },
]

export interface Hits {
  items: Item[]
  looking: boolean
  /** Some list did not answer: what was found may not be all. */
  failed: boolean
}

/** What the lists know of a typed or pasted id, once the typing rests. */
export function useHits(user: User, typed: string): Hits {
  const t = useT('palette', 'payin')
  const language = useLanguage()
  const navigate = useNavigate()
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const wanted = isAsked(typed) ? typed.trim() : ''
  const asked = useRested(wanted)
  const sources = SOURCES.filter(({ permissions }) => may(permissions, user.permissions))
  const answers = useQueries({
    queries: sources.map(({ name, find }) => ({
      queryKey: ['palette', name, account, asked, language],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(asked, { t, language }, signal),
      enabled: asked !== '',
    })),
  })
  const hits = asked === wanted ? answers.flatMap(({ data }) => data ?? []) : []
  return {
    items: hits.map((hit) => itemOf(hit, navigate)),
    looking: wanted !== '' && (asked !== wanted || answers.some(({ isLoading }) => isLoading)),
    failed: asked !== '' && answers.some(({ isError }) => isError),
  }
}

function itemOf({ to, search, ...item }: Hit, navigate: ReturnType<typeof useNavigate>): Item {
  return { ...item, run: () => void navigate({ to, search: (search ?? {}) as never }) }
}

function useRested(text: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
