import { useQuery } from '@tanstack/react-query'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { formatMonth, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Loaded } from '../kit/record/Loaded'
import { MiniTable } from '../kit/record/MiniTable'
import { Card } from '../ui/Card'
import styles from './ArchivedMonths.module.css'
import { type ArchivedMonth, type ArchivedMonths as Found, MONTH_STATUSES } from './archive'
import { MAY_TASKS } from './tasks'

const acts = lazyDialog(() => import('./commands/archiveActs'))

/** While a month leaves the database. */
const POLL = 3_000

/** Which months are in the archive, and which are there alone. */
export function ArchivedMonths() {
  const months = useQuery({
    queryKey: ['record', 'tools.archived_months'],
    queryFn: ({ signal }) => body(api.GET('/v1/tools/archived-months', { signal })),
    refetchInterval: ({ state }) =>
      state.data?.months.some(({ status }) => status === 'dropping') ? POLL : false,
  })
  return (
    <div className={styles.card}>
      <Loaded query={months} lines={3} level={2}>
        {(found) => <Months found={found} />}
      </Loaded>
    </div>
  )
}

function Months({ found: { readable, months } }: { found: Found }) {
  const t = useT('tools')
  const language = useLanguage()
  if (months.length === 0) {
    return (
      <Card title={t('tools.archive.title')}>
        <p className={styles.note}>{t(readable ? 'tools.archive.none' : 'tools.archive.nowhere')}</p>
      </Card>
    )
  }
  return (
    <Card flush title={t('tools.archive.title')}>
      <MiniTable
        label={t('tools.archive.title')}
        columns={[
          { key: 'month', title: t('tools.archive.month') },
          { key: 'messages', title: t('tools.archive.messages'), end: true },
          { key: 'written', title: t('tools.archive.written_at') },
          { key: 'status', title: t('tools.column.status'), wide: true },
          { key: 'decided', title: t('tools.archive.decided'), wide: true },
          { key: 'acts', title: t('tools.archive.acts'), wide: true },
        ]}
        rows={months.map((month) => ({
          key: month.id,
          cells: [
            formatMonth(month.month, language),
            formatNumber(month.messages, language),
            <DateTime key="written" at={month.written_at} year="always" />,
            <Status key="status" month={month} />,
            <Decided key="decided" month={month} />,
            <Acts key="acts" month={month} />,
          ],
        }))}
      />
    </Card>
  )
}

function Status({ month: { status, last_error } }: { month: ArchivedMonth }) {
  const t = useT('tools')
  const language = useLanguage()
  return (
    <>
      <StatusWord values={MONTH_STATUSES} value={status} text={{ t, language }} />
      {last_error && <p className={styles.error}>{t('tools.archive.failed', { why: last_error })}</p>}
    </>
  )
}

function Decided({ month: { asked_by, agreed_by } }: { month: ArchivedMonth }) {
  const t = useT('tools')
  if (!asked_by) return '—'
  return agreed_by
    ? t('tools.archive.by_two', { first: asked_by, second: agreed_by })
    : t('tools.archive.asked_by', { name: asked_by })
}

function Acts({ month: { id, month, messages, status, mine } }: { month: ArchivedMonth }) {
  const t = useT('tools')
  const given = { id, month, messages }
  if (messages === 0) return '—'
  if (status === 'kept') {
    return (
      <CommandButton
        dialog={acts}
        given={{ ...given, what: 'ask' }}
        permissions={MAY_TASKS}
        anyMerchant
        variant="secondary"
        size="small"
      >
        {t('tools.archive.ask.open')}
      </CommandButton>
    )
  }
  if (status !== 'asked') return null
  return (
    <span className={styles.acts}>
      <CommandButton
        dialog={acts}
        given={{ ...given, what: 'drop' }}
        permissions={MAY_TASKS}
        anyMerchant
        variant="danger"
        size="small"
        disabled={mine}
        title={mine ? t('tools.archive.own') : undefined}
      >
        {t('tools.archive.drop.open')}
      </CommandButton>
      <CommandButton
        dialog={acts}
        given={{ ...given, what: 'keep' }}
        permissions={MAY_TASKS}
        anyMerchant
        variant="secondary"
        size="small"
      >
        {t('tools.archive.keep.open')}
      </CommandButton>
    </span>
  )
}
