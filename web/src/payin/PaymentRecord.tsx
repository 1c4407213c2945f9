import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, body } from '../app/api'
import { linesOf } from '../app/errors'
import { useLanguage, useT } from '../app/i18n'
import { announce } from '../kit/announce'
import { formatMoney } from '../kit/format'
import { JsonView } from '../kit/record/JsonView'
import { useRecord } from '../kit/record/useRecord'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { Tabs } from '../ui/Tabs'
import { type ChargeRecord, isMoving } from './charge'
import { ChargeHeader } from './record/ChargeHeader'
import { Messages } from './record/Messages'
import { RecordSkeleton } from './record/RecordSkeleton'
import { Summary } from './record/Summary'

/** One charge: what it is, what was paid, what was posted, what was said to the provider. Follows the charge by itself. */
export function PaymentRecord() {
  const t = useT('common', 'kit', 'payin')
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRecord(
    'payin.payment',
    id,
    (signal) => body(api.GET('/v1/payin/payments/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  useSayChange(data)
  // While it asks again by itself, one answer that failed is no reason to take the page away.
  if (data) return <Record charge={data} />
  if (!error) return <RecordSkeleton />
  return (
    <div role="alert">
      <EmptyState
        icon={<CircleAlert size={20} strokeWidth={1.75} />}
        title={t('kit.record.failed')}
        hint={linesOf(t, error).join('. ')}
      >
        <Button variant="secondary" onClick={() => void refetch()}>
          {t('common.action.retry')}
        </Button>
      </EmptyState>
    </div>
  )
}

function Record({ charge }: { charge: ChargeRecord }) {
  const t = useT('kit', 'payin')
  const navigate = useNavigate()
  const { tab = 'summary' }: { tab?: string } = useSearch({ strict: false })
  const tabs = [
    { key: 'summary', label: t('payin.tab.summary'), content: <Summary charge={charge} /> },
    {
      key: 'messages',
      label: t('payin.tab.messages', { count: charge.messages.length }),
      content: <Messages messages={charge.messages} />,
    },
    {
      key: 'raw',
      label: t('payin.tab.raw'),
      content: <JsonView value={charge} label={t('payin.tab.raw')} />,
    },
  ]
  const open = (key: string) =>
    void navigate({ to: '.', search: (key === 'summary' ? {} : { tab: key }) as never, replace: true })
  return (
    <>
      <ChargeHeader charge={charge} />
      <Tabs
        tabs={tabs}
        value={tabs.some(({ key }) => key === tab) ? tab : 'summary'}
        onChange={open}
        label={t('payin.tab.name')}
      />
    </>
  )
}

/** Tells those who hear the page that the charge has moved on while it was open. */
function useSayChange(charge: ChargeRecord | undefined): void {
  const t = useT('payin')
  const language = useLanguage()
  const last = useRef<string>(undefined)
  const status = charge?.status
  const amount = charge && formatMoney(charge.amount, language)
  useEffect(() => {
    if (status && last.current && last.current !== status) {
      announce(t('payin.record.changed', { status: t(`payin.status.${status}`), amount: amount ?? '' }))
    }
    last.current = status
  }, [status, amount, t])
}
