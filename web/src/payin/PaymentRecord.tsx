import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import { announce } from '../kit/announce'
import { formatMoney } from '../kit/format'
import { Loaded } from '../kit/record/Loaded'
import { RecordPage } from '../kit/record/RecordPage'
import { trailTab } from '../kit/record/trailTab'
import { useRecord } from '../kit/record/useRecord'
import { Spinner } from '../ui/Spinner'
import { type ChargeRecord, isMoving } from './charge'
import { ChargeHeader } from './record/ChargeHeader'
import { Messages } from './record/Messages'
import { RecordSkeleton } from './record/RecordSkeleton'
import { Situation } from './record/Situation'
import { Beside, Summary } from './record/Summary'

const Notes = lazy(() => import('./record/Notes'))
const Webhooks = lazy(() => import('./record/Webhooks'))
const SEE_HOOKS = ['payin::sdk:view']

/** One charge: what it is, what was paid, what was posted, what was said to the provider. Follows the charge by itself. */
export function PaymentRecord() {
  const { id = '' } = useParams({ strict: false })
  const charge = useRecord(
    'payin.payment',
    id,
    (signal) => body(api.GET('/v1/payin/charges/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  useSayChange(charge.data)
  return (
    <Loaded query={charge} skeleton={<RecordSkeleton />}>
      {(found) => <Record charge={found} />}
    </Loaded>
  )
}

function Record({ charge }: { charge: ChargeRecord }) {
  const t = useT('kit', 'payin')
  return (
    <RecordPage
      header={<ChargeHeader charge={charge} />}
      situation={<Situation charge={charge} />}
      main={<Summary charge={charge} />}
      side={<Beside charge={charge} />}
      sideFirst
      tabs={[
        {
          key: 'messages',
          label: t('payin.tab.messages', { count: charge.messages.length }),
          content: (
            <Messages
              of={charge}
              archive={(asked) => body(api.GET('/v1/payin/charges/{id}/archived-messages', asked))}
            />
          ),
        },
        {
          key: 'notes',
          label: t('payin.tab.notes'),
          content: (
            <Suspense fallback={<Spinner label={t('common.loading')} />}>
              <Notes id={charge.id} />
            </Suspense>
          ),
        },
        ...(may(SEE_HOOKS)
          ? [
              {
                key: 'webhooks',
                label: t('payin.tab.webhooks'),
                content: (
                  <Suspense fallback={<Spinner label={t('common.loading')} />}>
                    <Webhooks id={charge.id} />
                  </Suspense>
                ),
              },
            ]
          : []),
        trailTab(t, 'charges', charge.id),
      ]}
      raw={charge}
    />
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
