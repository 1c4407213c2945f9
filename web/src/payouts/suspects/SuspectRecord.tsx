import { useParams } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Card } from '../../ui/Card'
import { MAY_WRITE, SUSPECT_STATUSES, SUSPECTS_PATH, type SuspectRecord, wordOf } from './suspect'

const acts = lazyDialog(() => import('./commands/acts'))

/** One entry of the suspects: what it is founded on, and who decided. */
export function SuspectPage() {
  const { id = '' } = useParams({ strict: false })
  const suspect = useRecord(
    'payouts.suspect',
    id,
    (signal) => body(api.GET('/v1/payouts/suspects/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={suspect}>{(found) => <Record suspect={found} />}</Loaded>
}

function Record({ suspect }: { suspect: SuspectRecord }) {
  const t = useT('common', 'kit', 'suspects')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('suspects.title'), to: SUSPECTS_PATH }, { label: suspect.shown }]}
          title={suspect.shown}
          status={<StatusWord values={SUSPECT_STATUSES} value={suspect.status} text={{ t, language }} />}
          subtitle={wordOf(t, 'cause', suspect.cause)}
          actions={
            suspect.status !== 'removed' && (
              <CommandButton
                dialog={acts}
                given={{ id: suspect.id, name: suspect.shown, what: 'remove' }}
                permissions={MAY_WRITE}
                anyMerchant
                variant="secondary"
                disabled={!suspect.may_remove}
                title={suspect.may_remove ? undefined : t('suspects.remove.own')}
                icon={<CircleCheck size={18} strokeWidth={1.75} />}
              >
                {t('suspects.remove.open')}
              </CommandButton>
            )
          }
        />
      }
      main={
        <Card title={t('suspects.card.evidence')}>
          <p>{suspect.evidence}</p>
        </Card>
      }
      side={
        <Card title={t('suspects.card.entry')}>
          <Facts
            facts={[
              { label: t('suspects.column.kind'), value: wordOf(t, 'kind', suspect.kind) },
              {
                label: t('suspects.column.until'),
                value: suspect.until ? (
                  <DateTime at={suspect.until} year="always" />
                ) : (
                  t('suspects.until_removed')
                ),
              },
              { label: t('suspects.column.added_by'), value: suspect.added_by },
              {
                label: t('suspects.column.added_at'),
                value: <DateTime at={suspect.added_at} year="always" />,
              },
              { label: t('suspects.column.payees'), value: formatNumber(suspect.payees, language) },
              ...(suspect.removed_at
                ? [
                    { label: t('suspects.column.removed_by'), value: suspect.removed_by },
                    {
                      label: t('suspects.column.removed_at'),
                      value: <DateTime at={suspect.removed_at} year="always" />,
                    },
                    { label: t('suspects.column.removal_reason'), value: suspect.removal_reason, wide: true },
                  ]
                : []),
            ]}
          />
        </Card>
      }
      tabs={[trailTab(t, 'suspects', suspect.id)]}
      raw={suspect}
    />
  )
}
