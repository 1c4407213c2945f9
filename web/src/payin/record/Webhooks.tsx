import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { MiniTable } from '../../kit/record/MiniTable'
import { deliveryPath } from '../../kit/record/objectPath'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { Spinner } from '../../ui/Spinner'

/** Deliveries of one charge that stand there; the list of deliveries has all. */
const MOST = 50
const TONES = { delivered: 'success', waiting: 'awaiting', failed: 'error' } as const

/** What the merchant's servers were told of a charge, and what they answered. */
export default function Webhooks({ id }: { id: string }) {
  const t = useT('common', 'kit', 'sdk', 'charge')
  const { data, error } = useQuery({
    queryKey: ['record', 'payin.payment.webhooks', id],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/payin/webhook-deliveries', {
          params: { query: { subject_id: id, per_page: MOST } },
          signal,
        }),
      ),
  })
  if (error)
    return <EmptyState level={2} title={t('charge.hooks.failed')} hint={linesOf(t, error).join('. ')} />
  if (!data) return <Spinner label={t('common.loading')} />
  if (data.length === 0)
    return <EmptyState level={2} title={t('charge.hooks.none')} hint={t('charge.hooks.none_hint')} />
  return (
    <Card title={t('charge.hooks.title')} flush>
      <MiniTable
        label={t('charge.hooks.title')}
        most={MOST}
        columns={[
          { key: 'at', title: t('sdk.column.at') },
          { key: 'type', title: t('sdk.column.type') },
          { key: 'url', title: t('sdk.column.url') },
          { key: 'status', title: t('sdk.column.status') },
          { key: 'attempts', title: t('sdk.column.attempts'), end: true },
        ]}
        rows={data.map(({ id: delivery, created_at, type, url, status, attempts }) => ({
          key: delivery,
          cells: [
            <Link key="at" to={deliveryPath(delivery)}>
              <DateTime at={created_at ?? ''} time="seconds" />
            </Link>,
            t(`sdk.event.${type.replace('.', '_')}`),
            url,
            <Badge key="status" dot tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>
              {t(`sdk.delivery_status.${status}`)}
            </Badge>,
            attempts,
          ],
        }))}
      />
    </Card>
  )
}
