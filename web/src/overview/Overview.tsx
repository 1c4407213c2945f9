import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Calendar, CircleAlert } from 'lucide-react'
import { api, body } from '../app/api'
import { linesOf } from '../app/errors'
import { useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { PageHeader } from '../kit/PageHeader'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { Menu } from '../ui/Menu'
import { Balances } from './Balances'
import { Figures } from './Figures'
import { Latest } from './Latest'
import { NeedsEyes } from './NeedsEyes'
import styles from './Overview.module.css'
import { Setup } from './Setup'
import { Volume } from './Volume'

const SPANS = [7, 30, 90]
const DEFAULT_SPAN = 30

/** How the business goes: figures, days, balances, what waits for a person, and what came in last. */
export function Overview() {
  const t = useT('common', 'kit', 'overview', 'payin', 'menu')
  const navigate = useNavigate()
  const { days }: { days?: string } = useSearch({ strict: false })
  const span = SPANS.find((each) => String(each) === days) ?? DEFAULT_SPAN
  const account = useStore(settings, (state) => state.account)
  // All of them have a name in each language; a merchant has its own.
  const whose = account?.id === 'all' ? t('menu.merchant.all') : (account?.name ?? '')
  // Balances are those of one merchant.
  const one = account !== null && account.id !== 'all'
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['overview', account?.id ?? null, span],
    queryFn: ({ signal }) => body(api.GET('/v1/overview', { params: { query: { days: span } }, signal })),
    placeholderData: keepPreviousData,
  })
  // Who sold nothing yet has no figures to look at: the way comes first.
  const fresh = data?.cards.every((card) => !card.number && !card.value?.amount) ?? false
  const period = t(`overview.span.${span}`)
  const header = (
    <PageHeader
      title={t('overview.title')}
      subtitle={account ? t('overview.of', { name: whose, period }) : period}
      actions={
        <Menu
          trigger={
            <Button variant="secondary" icon={<Calendar size={18} strokeWidth={1.75} />}>
              {t(`overview.span_button.${span}`)}
            </Button>
          }
          items={SPANS.map((each) => ({
            key: String(each),
            label: t(`overview.span_button.${each}`),
            checked: each === span,
            onSelect: () =>
              void navigate({
                to: '.',
                search: (each === DEFAULT_SPAN ? {} : { days: each }) as never,
                replace: true,
              }),
          }))}
        />
      }
    />
  )
  if (error && !data) {
    return (
      <>
        {header}
        <div role="alert">
          <EmptyState
            level={2}
            icon={<CircleAlert size={20} strokeWidth={1.75} />}
            title={t('overview.failed')}
            hint={linesOf(t, error).join('. ')}
          >
            <Button variant="secondary" onClick={() => void refetch()}>
              {t('common.action.retry')}
            </Button>
          </EmptyState>
        </div>
      </>
    )
  }
  return (
    <>
      {header}
      <div className={styles.overview} aria-busy={!data || isPlaceholderData}>
        {one && fresh && <Setup />}
        <Figures cards={data?.cards} span={span} />
        {one ? (
          <div className={styles.pair}>
            <Volume days={data?.days} before={data?.before} />
            <Balances balances={data?.balances} />
          </div>
        ) : (
          <Volume days={data?.days} before={data?.before} />
        )}
        <NeedsEyes waiting={data?.review} />
        <Latest />
        {/* Last where there is something to see: it comes after its own answer, and must move nothing. */}
        {one && !fresh && <Setup />}
      </div>
    </>
  )
}
