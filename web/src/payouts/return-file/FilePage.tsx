import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Check, RotateCcw, TriangleAlert } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatNumber, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { FileFacts, Tolerances } from '../../returns/FileFacts'
import { FILE_STATUSES, isMoving } from '../../returns/file'
import { Lens } from '../../returns/lens/Lens'
import { Situation } from '../../returns/Situation'
import { Banner } from '../../ui/Banner'
import { Codes, Effects } from './Effects'
import { Findings } from './Findings'
import { BASE, MAY_APPLY, MAY_REPROCESS, type PaymentFile, SIDES, type Side } from './file'
import { Lines } from './Lines'

const applyFile = lazyDialog(() => import('./ApplyFile'))
const planAgain = lazyDialog(() => import('./PlanAgain'))

/** One payment return: what it says, what would follow line by line, and its raw lines. */
function FilePage({ side }: { side: Side }) {
  const { id = '' } = useParams({ strict: false })
  const file = useRecord(
    'payouts.return_file',
    id,
    (signal) => body(api.GET('/v1/payouts/return-files/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  return <Loaded query={file}>{(found) => <Record file={found} side={side} />}</Loaded>
}

export const PreviewPage = () => <FilePage side="preview" />
export const LivePage = () => <FilePage side="live" />

function Record({ file, side }: { file: PaymentFile; side: Side }) {
  const t = useT('kit', 'returns', 'payoutFiles')
  const language = useLanguage()
  const look = useLook()
  const { id, name, status, created_at, actor, plan_hash, total_lines } = file
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t(`payoutFiles.${side}.title`), to: SIDES[side] }, { label: name }]}
          title={name}
          status={<StatusWord values={FILE_STATUSES} value={status} text={{ t, language }} />}
          subtitle={t('returns.record.sent', {
            by: actor,
            at: formatTime(created_at, language, { time: 'seconds' }),
          })}
          actions={(status === 'parsed' || status === 'applied') && plan_hash && <Actions file={file} />}
        />
      }
      situation={
        <>
          <Situation file={file} onLook={look.at} />
          <Gap file={file} />
          <Doubt file={file} />
        </>
      }
      main={
        <>
          {file.findings.length > 0 && <Findings file={file} onLook={look.at} />}
          {file.effects.length > 0 && <Effects file={file} />}
          {file.effects.length > 0 && <Lines file={file} onLook={look.at} />}
          {file.error && total_lines > 0 && (
            <Lens file={id} total={total_lines} first={file.error.line} base={BASE} />
          )}
          <FileFacts file={file} />
        </>
      }
      side={
        <>
          {file.codes.length > 0 && <Codes file={file} />}
          {file.tolerances.length > 0 && <Tolerances file={file} onLook={look.at} />}
        </>
      }
      tabs={[
        {
          key: 'lines',
          label: t('returns.lens.title'),
          content: <Lens key={look.line} file={id} total={total_lines} first={look.line} base={BASE} />,
        },
        trailTab(t, 'payment-files', id),
      ]}
      raw={file}
    />
  )
}

const LEFT_OPEN = new Set(['no_change', 'unknown', 'contradiction', 'not_ours'])

function Actions({ file }: { file: PaymentFile }) {
  const t = useT('returns', 'payoutFiles')
  const icon = { size: 18, strokeWidth: 1.75 }
  const open = file.status === 'parsed'
  // Of an applied file only what it left open can be planned again.
  if (!open && !file.effects.some(({ effect }) => LEFT_OPEN.has(effect))) return null
  return (
    <>
      <CommandButton
        dialog={planAgain}
        given={{ file }}
        permissions={MAY_REPROCESS}
        anyMerchant
        variant="secondary"
        icon={<RotateCcw {...icon} />}
      >
        {t('payoutFiles.again.file_open')}
      </CommandButton>
      {open && (
        <CommandButton
          dialog={applyFile}
          given={{ file }}
          permissions={MAY_APPLY}
          anyMerchant
          icon={<Check {...icon} />}
        >
          {t('returns.apply.open')}
        </CommandButton>
      )}
    </>
  )
}

/** That files before this one were never applied. */
function Gap({ file: { missing, expected_sequence, sequence, status } }: { file: PaymentFile }) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  if (!missing || status !== 'parsed') return null
  return (
    <Banner tone="atention" icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}>
      <strong>
        {t('payoutFiles.gap.title', {
          count: missing,
          expected: formatNumber(expected_sequence ?? 0, language),
        })}
      </strong>
      <p>{t('payoutFiles.gap.text', { sequence: formatNumber(sequence ?? 0, language) })}</p>
    </Banner>
  )
}

/** That the file is damaged, so that what it says needs a second witness. */
function Doubt({ file: { findings, status } }: { file: PaymentFile }) {
  const t = useT('payoutFiles')
  if (status !== 'parsed' || !findings.some(({ kind }) => kind === 'unproven')) return null
  return (
    <Banner tone="atention" icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}>
      {t('payoutFiles.findings.doubted')}
    </Banner>
  )
}

/** The line that is looked at stands in the address, so that it can be shown to somebody else. */
function useLook() {
  const navigate = useNavigate()
  const { line }: { line?: string } = useSearch({ strict: false })
  return {
    line: Math.max(1, Number.parseInt(line ?? '1', 10) || 1),
    at: (number: number) =>
      void navigate({ to: '.', search: { tab: 'lines', line: String(number) } as never }),
  }
}
