import { Link, useParams } from '@tanstack/react-router'
import { Check, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { answer, api, body } from '../../../app/api'
import { type Language, type Translate, useLanguage, useT } from '../../../app/i18n'
import { may } from '../../../app/permissions'
import { authentication } from '../../../app/state'
import { useStore } from '../../../app/store'
import { CommandButton, lazyDialog } from '../../../kit/command/CommandButton'
import { formatDay, formatNumber, formatTime } from '../../../kit/format'
import { StatusWord } from '../../../kit/list/Cell'
import { Money } from '../../../kit/Money'
import { Facts } from '../../../kit/record/Facts'
import { FilteredLines } from '../../../kit/record/FilteredLines'
import { Loaded } from '../../../kit/record/Loaded'
import { paymentOutPath } from '../../../kit/record/objectPath'
import { RecordHeader } from '../../../kit/record/RecordHeader'
import { RecordPage } from '../../../kit/record/RecordPage'
import { trailTab } from '../../../kit/record/trailTab'
import { useRecord } from '../../../kit/record/useRecord'
import { Banner } from '../../../ui/Banner'
import { Card } from '../../../ui/Card'
import { casePath } from '../../cases/case'
import { wordOf } from '../refund'
import styles from './NoticePage.module.css'
import {
  damageWords,
  isUnderWay,
  MAY_SUSPEND,
  MAY_UPLOAD,
  NOTICE_STATUSES,
  NOTICES_PATH,
  type Notice,
  type NoticeLine,
  noticePath,
  OUTCOMES,
  problemWords,
  RESULTS,
} from './notice'

const acts = lazyDialog(() => import('./acts'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** One file of returns: what each line would do and what became of it. Follows the worker by itself. */
export function NoticePage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(
    'payouts.return_notice',
    id,
    (signal) => body(api.GET('/v1/payouts/return-notices/{id}', { params: { path: { id } }, signal })),
    (notice) => isUnderWay(notice, Date.now()),
  )
  return <Loaded query={found}>{(notice) => <Record notice={notice} />}</Loaded>
}

function Record({ notice }: { notice: Notice }) {
  const t = useT('common', 'kit', 'payoutRefunds')
  const language = useLanguage()
  const { id, name, status } = notice
  const count = (
    key: 'lines' | 'matched' | 'known' | 'over' | 'unknown' | 'bad' | 'booked' | 'asked' | 'left',
  ) => ({
    label: t(`payoutRefunds.notices.column.${key}`),
    value: formatNumber(notice[key], language),
  })
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutRefunds.notices.title'), to: NOTICES_PATH }, { label: name }]}
          title={name}
          status={<StatusWord values={NOTICE_STATUSES} value={status} text={{ t, language }} />}
          subtitle={t('payoutRefunds.notices.sent', {
            by: notice.actor,
            at: formatTime(notice.created_at, language),
          })}
          company={notice.company_id}
          actions={<Actions notice={notice} />}
        />
      }
      situation={
        <div aria-live="polite">
          <Situation notice={notice} />
        </div>
      }
      main={notice.lines > 0 && status !== 'discarded' && <Lines notice={notice} />}
      side={
        <>
          <Card title={t('payoutRefunds.notices.card.before')}>
            <Facts
              facts={[
                ...(['lines', 'matched', 'known', 'over', 'unknown', 'bad'] as const).map(count),
                { label: t('payoutRefunds.notices.column.amount'), value: <Money value={notice.amount} /> },
              ]}
            />
          </Card>
          {(status === 'applying' || status === 'applied' || notice.suspended > 0) && (
            <Card title={t('payoutRefunds.notices.card.after')}>
              <Facts
                facts={[
                  ...(['booked', 'asked', 'left'] as const).map(count),
                  {
                    label: t('payoutRefunds.notices.column.suspended'),
                    value: formatNumber(notice.suspended, language),
                  },
                  { label: t('payoutRefunds.notices.column.applied_by'), value: notice.applied_by },
                  {
                    label: t('payoutRefunds.notices.column.applied_at'),
                    value: notice.applied_at && formatTime(notice.applied_at, language),
                  },
                ]}
              />
            </Card>
          )}
        </>
      }
      sideFirst
      tabs={[trailTab(t, 'return-notices', id)]}
    />
  )
}

function Situation({ notice }: { notice: Notice }) {
  const t = useT('payoutRefunds')
  const { status, same_as } = notice
  if (status === 'receiving') return null
  if (status === 'unreadable') return <Banner tone="error">{damageWords(t, notice)}</Banner>
  if (status === 'refused') {
    return (
      <Banner tone="atention">
        {t('payoutRefunds.notices.situation.refused')}{' '}
        {same_as && <Link to={noticePath(same_as)}>{t('payoutRefunds.notices.situation.first')}</Link>}
      </Banner>
    )
  }
  const nothing = status === 'read' && notice.matched === 0
  const said = nothing ? 'read_none' : status === 'applied' && notice.asked > 0 ? 'applied_asked' : status
  return (
    <Banner tone={said === 'applied' ? 'success' : 'info'}>
      {t(`payoutRefunds.notices.situation.${said}`)}
    </Banner>
  )
}

function Actions({ notice: { id, name, status, matched } }: { notice: Notice }) {
  const t = useT('payoutRefunds')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const given = { id, name, count: matched, staff }
  if (status !== 'read' && status !== 'unreadable' && status !== 'received') return null
  return (
    <>
      <CommandButton
        dialog={acts}
        given={{ ...given, what: 'discard' }}
        permissions={MAY_UPLOAD}
        variant="secondary"
        icon={<Trash2 {...ICON} />}
      >
        {t('payoutRefunds.notices.discard.open')}
      </CommandButton>
      {status === 'read' && (
        <CommandButton
          dialog={acts}
          given={{ ...given, what: 'apply' }}
          permissions={MAY_UPLOAD}
          disabled={matched === 0}
          icon={<Check {...ICON} />}
        >
          {t('payoutRefunds.notices.apply.open')}
        </CommandButton>
      )}
    </>
  )
}

/** Line by line: what it tells and what follows. Lines of one kind are one press away. */
function Lines({ notice }: { notice: Notice }) {
  const t = useT('common', 'kit', 'payoutRefunds')
  const language = useLanguage()
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const suspends = staff && may(MAY_SUSPEND) && (notice.unknown > 0 || notice.over > 0 || notice.left > 0)
  const { id, status, waiting, booked, asked, left, suspended } = notice
  return (
    <FilteredLines
      title={t('payoutRefunds.notices.card.lines')}
      name={['payouts.return_notice_lines', id, status, waiting, booked, asked, left, suspended]}
      ask={(query, outcome, signal) =>
        answer(
          api.GET('/v1/payouts/return-notice-lines', {
            params: { query: { notice_id: id, ...query, ...(outcome && { outcome }) } },
            signal,
          }),
        )
      }
      kinds={{
        label: t('payoutRefunds.notices.column.outcome'),
        all: t('payoutRefunds.notices.all'),
        options: OUTCOMES.map(({ value }) => ({ value, label: wordOf(t, 'notices.outcome', value) })),
      }}
      nothing={t('payoutRefunds.notices.nothing')}
      columns={[
        { key: 'number', title: t('payoutRefunds.notices.column.number'), narrow: true },
        { key: 'reference', title: t('payoutRefunds.notices.column.reference'), wide: true },
        { key: 'payment', title: t('payoutRefunds.notices.column.payment_id'), wide: true },
        { key: 'returned_on', title: t('payoutRefunds.notices.column.returned_on') },
        { key: 'amount', title: t('payoutRefunds.notices.column.amount'), end: true },
        { key: 'outcome', title: t('payoutRefunds.notices.column.outcome'), wide: true },
      ]}
      row={(line) => ({
        key: String(line.number),
        cells: [
          formatNumber(line.number ?? 0, language),
          <span key="reference" className={styles.id}>
            {line.reference}
          </span>,
          <Payment key="payment" line={line} />,
          line.returned_on ? formatDay(line.returned_on, language) : '—',
          line.amount ? <Money key="amount" value={line.amount} /> : '—',
          <Outcome key="outcome" line={line} tools={{ t, language }}>
            {suspends && <Suspend notice={notice} line={line} />}
          </Outcome>,
        ],
      })}
    />
  )
}

/** The payment that a line names, as far as we know it. */
function Payment({ line: { payment, payment_id, holder_name } }: { line: NoticeLine }) {
  if (payment_id) return <Link to={paymentOutPath(payment_id)}>{holder_name}</Link>
  return <span className={styles.id}>{payment}</span>
}

function Outcome({
  line,
  tools,
  children,
}: {
  line: NoticeLine
  tools: { t: Translate; language: Language }
  children: ReactNode
}) {
  const { t } = tools
  const { outcome, problem, result, left_why, remaining, case_id } = line
  return (
    <span className={styles.outcome}>
      <StatusWord values={result ? RESULTS : OUTCOMES} value={result ?? outcome} text={tools} />
      {result === 'left' && left_why && <span>{wordOf(t, 'notices.left', left_why)}</span>}
      {(!result || result === 'suspense') &&
        problemWords(t, problem).map((each) => <span key={each}>{each}</span>)}
      {outcome === 'over' && remaining && (
        <span>
          {t('payoutRefunds.notices.column.remaining')}: <Money value={remaining} />
        </span>
      )}
      {case_id && may(MAY_SUSPEND) && <Link to={casePath(case_id)}>{t('payoutRefunds.notices.case')}</Link>}
      {children}
    </span>
  )
}

/** What nothing explains, staff book to suspense. */
function Suspend({ notice: { id, name, status }, line }: { notice: Notice; line: NoticeLine }) {
  const t = useT('payoutRefunds')
  const { number, outcome, result, amount } = line
  const unexplained = (!result && (outcome === 'unknown' || outcome === 'over')) || result === 'left'
  if (!unexplained || !amount || !['read', 'applying', 'applied'].includes(status)) return null
  return (
    <CommandButton
      dialog={acts}
      given={{ id, name, count: 1, staff: true, number: number ?? 0, what: 'suspend' }}
      permissions={MAY_SUSPEND}
      size="small"
      variant="secondary"
    >
      {t('payoutRefunds.notices.suspend.open')}
    </CommandButton>
  )
}
