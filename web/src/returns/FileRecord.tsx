import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { formatTime } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Loaded } from '../kit/record/Loaded'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { trailTab } from '../kit/record/trailTab'
import { useRecord } from '../kit/record/useRecord'
import { Effects, Occurrences } from './Effects'
import { FileFacts, Tolerances } from './FileFacts'
import { FILE_STATUSES, isMoving, MAY_APPLY, type ReturnFile, SIDES, type Side } from './file'
import { Lines } from './Lines'
import { Lens } from './lens/Lens'
import { Situation } from './Situation'

const applyFile = lazyDialog(() => import('./commands/ApplyFile'))

/** One file: what it says, what would follow line by line, and its raw lines. */
function FilePage({ side }: { side: Side }) {
  const { id = '' } = useParams({ strict: false })
  const file = useRecord(
    'payin.return_file',
    id,
    (signal) => body(api.GET('/v1/payin/return-files/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  return <Loaded query={file}>{(found) => <Record file={found} side={side} />}</Loaded>
}

export const PreviewPage = () => <FilePage side="preview" />
export const LivePage = () => <FilePage side="live" />

function Record({ file, side }: { file: ReturnFile; side: Side }) {
  const t = useT('kit', 'returns')
  const language = useLanguage()
  const look = useLook()
  const { id, name, status, created_at, actor, plan_hash, total_lines } = file
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t(`returns.${side}.title`), to: SIDES[side] }, { label: name }]}
          title={name}
          status={<StatusWord values={FILE_STATUSES} value={status} text={{ t, language }} />}
          subtitle={t('returns.record.sent', {
            by: actor,
            at: formatTime(created_at, language, { time: 'seconds' }),
          })}
          actions={
            status === 'parsed' &&
            plan_hash && (
              <CommandButton
                dialog={applyFile}
                given={{ file }}
                permissions={MAY_APPLY}
                anyMerchant
                icon={<Check size={18} strokeWidth={1.75} />}
              >
                {t('returns.apply.open')}
              </CommandButton>
            )
          }
        />
      }
      situation={<Situation file={file} onLook={look.at} />}
      main={
        <>
          {file.effects.length > 0 && <Effects file={file} />}
          {file.effects.length > 0 && <Lines file={file} side={side} onLook={look.at} />}
          {file.error && total_lines > 0 && <Lens file={id} total={total_lines} first={file.error.line} />}
          <FileFacts file={file} />
        </>
      }
      side={
        <>
          {file.tolerances.length > 0 && <Tolerances file={file} onLook={look.at} />}
          {file.occurrences.length > 0 && <Occurrences file={file} />}
        </>
      }
      tabs={[
        {
          key: 'lines',
          label: t('returns.lens.title'),
          content: <Lens key={look.line} file={id} total={total_lines} first={look.line} />,
        },
        trailTab(t, 'return-files', id),
      ]}
      raw={file}
    />
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
