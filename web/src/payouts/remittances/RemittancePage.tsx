import { useParams } from '@tanstack/react-router'
import { Download, Lock, PackageCheck, Send, Trash2 } from 'lucide-react'
import { answer, api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { DownloadButton } from '../../kit/export/DownloadButton'
import { formatAmount, formatDay, formatMoney, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { problemWord } from '../processors/mailboxProblem'
import { MAY_REMIT, REMITTANCES_PATH } from '../return-file/file'
import { SentLines } from '../SentLines'
import { OUTCOMES, type Remittance, STATES } from './remittance'

const acts = lazyDialog(() => import('./acts'))
const seal = lazyDialog(() => import('./SealRemittance'))

/** One remittance: its lines, its file, and what the bank answered. */
export function RemittancePage() {
  const { id = '' } = useParams({ strict: false })
  const remittance = useRecord(
    'payouts.remittance',
    id,
    (signal) => body(api.GET('/v1/payouts/remittances/{id}', { params: { path: { id } }, signal })),
    ({ file }) => file?.state === 'waiting',
  )
  return <Loaded query={remittance}>{(found) => <Record remittance={found} />}</Loaded>
}

function Record({ remittance }: { remittance: Remittance }) {
  const t = useT('kit', 'returns', 'payoutFiles')
  const language = useLanguage()
  const { processor, sequence, state } = remittance
  const title = sequence
    ? t('payoutFiles.remittances.numbered', { processor, sequence: formatNumber(sequence, language) })
    : processor
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutFiles.remittances.title'), to: REMITTANCES_PATH }, { label: title }]}
          title={title}
          status={<StatusWord values={STATES} value={state} text={{ t, language }} />}
          subtitle={formatMoney(remittance.amount, language)}
          actions={<Actions remittance={remittance} />}
        />
      }
      situation={
        remittance.file && state === 'sealed' ? (
          <Going file={remittance.file} />
        ) : (
          <Banner tone={state === 'refused' ? 'error' : 'info'}>{t(`payoutFiles.next.${state}`)}</Banner>
        )
      }
      main={
        <>
          <Payments remittance={remittance} />
          <About remittance={remittance} />
        </>
      }
      side={<Outcomes remittance={remittance} />}
      tabs={[trailTab(t, 'remittances', remittance.id)]}
    />
  )
}

/** How far the file is on its way into the bank's mailbox. */
function Going({ file: { name, state, last_error } }: { file: NonNullable<Remittance['file']> }) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  const failed = state === 'waiting' && last_error
  return (
    <Banner tone={state === 'waiting' ? (failed ? 'atention' : 'awaiting') : 'error'}>
      {t(`payoutFiles.going.${failed ? 'waiting_error' : state}`, {
        name,
        why: problemWord(t, language, last_error),
      })}
    </Banner>
  )
}

function Actions({ remittance }: { remittance: Remittance }) {
  const t = useT('payoutFiles')
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { permissions: MAY_REMIT, anyMerchant: true } as const
  const { id, state, sequence } = remittance
  return (
    <>
      {state === 'drafted' && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ remittance, what: 'discard' }}
          variant="secondary"
          icon={<Trash2 {...icon} />}
        >
          {t('payoutFiles.discard.open')}
        </CommandButton>
      )}
      {sequence !== null && may(MAY_REMIT) && (
        <DownloadButton
          variant="secondary"
          icon={<Download {...icon} />}
          get={() =>
            answer(
              api.GET('/v1/payouts/remittances/{id}/file', { params: { path: { id } }, parseAs: 'blob' }),
            )
          }
        >
          {t('payoutFiles.download')}
        </DownloadButton>
      )}
      {state === 'sealed' && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ remittance, what: 'deliver' }}
          variant={remittance.mailbox ? 'secondary' : undefined}
          icon={<PackageCheck {...icon} />}
        >
          {t('payoutFiles.deliver.open')}
        </CommandButton>
      )}
      {state === 'sealed' && remittance.mailbox && remittance.file === null && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ remittance, what: 'send' }}
          icon={<Send {...icon} />}
        >
          {t('payoutFiles.send.open')}
        </CommandButton>
      )}
      {state === 'sealed' && ['uncertain', 'stopped'].includes(remittance.file?.state ?? '') && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ remittance, what: 'send_again' }}
          icon={<Send {...icon} />}
        >
          {t('payoutFiles.send_again.open')}
        </CommandButton>
      )}
      {state === 'drafted' && (
        <CommandButton {...shared} dialog={seal} given={{ remittance }} icon={<Lock {...icon} />}>
          {t('payoutFiles.seal.open')}
        </CommandButton>
      )}
    </>
  )
}

function Payments({ remittance: { shown, lines } }: { remittance: Remittance }) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  return (
    <SentLines
      lines={shown.map(({ method, ...line }) => ({ ...line, own: t(`payoutFiles.method.${method}`) }))}
      outcomes={OUTCOMES}
      own={t('payoutFiles.column.method')}
      rest={
        lines > shown.length &&
        t('payoutFiles.first_lines', {
          shown: formatNumber(shown.length, language),
          lines: formatNumber(lines, language),
        })
      }
    />
  )
}

function Outcomes({ remittance: { outcomes } }: { remittance: Remittance }) {
  const t = useT('kit', 'returns', 'payoutFiles')
  const language = useLanguage()
  return (
    <Card title={t('payoutFiles.answered')} flush>
      <MiniTable
        label={t('payoutFiles.answered')}
        columns={[
          { key: 'outcome', title: t('returns.column.status'), wide: true },
          { key: 'count', title: t('returns.column.count'), end: true },
          { key: 'amount', title: t('returns.column.moved'), end: true },
        ]}
        rows={outcomes.map(({ outcome, count, amount }) => ({
          key: outcome,
          cells: [
            <StatusWord key="outcome" values={OUTCOMES} value={outcome} text={{ t, language }} />,
            formatNumber(count, language),
            formatAmount(amount, language),
          ],
        }))}
      />
    </Card>
  )
}

function About({ remittance }: { remittance: Remittance }) {
  const t = useT('returns', 'payoutFiles')
  const language = useLanguage()
  const at = (moment: string | null) => moment && <DateTime at={moment} year="always" time="seconds" />
  return (
    <Card title={t('returns.record.file')}>
      <Facts
        facts={[
          { label: t('payoutFiles.column.processor'), value: remittance.processor },
          { label: t('payoutFiles.processors.bank'), value: remittance.bank },
          { label: t('returns.column.agreement'), value: remittance.agreement },
          { label: t('returns.column.sequence'), value: remittance.sequence ?? '—' },
          { label: t('payoutFiles.column.day'), value: formatDay(remittance.day, language) },
          { label: t('payoutFiles.column.entries'), value: formatNumber(remittance.lines, language) },
          { label: t('payoutFiles.column.drafted'), value: at(remittance.created_at) },
          { label: t('payoutFiles.column.drafted_by'), value: remittance.actor },
          { label: t('payoutFiles.column.sealed_at'), value: at(remittance.sealed_at) ?? '—' },
          { label: t('payoutFiles.column.sealed_by'), value: remittance.sealed_by ?? '—' },
          { label: t('payoutFiles.column.delivered_at'), value: at(remittance.delivered_at) ?? '—' },
          { label: t('payoutFiles.column.ended_at'), value: at(remittance.ended_at) ?? '—' },
          {
            label: 'SHA-256',
            value: remittance.sha256 ? <CopyText text={remittance.sha256} /> : '—',
            wide: true,
          },
        ]}
      />
    </Card>
  )
}
