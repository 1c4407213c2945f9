import { useParams } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LIST_PATH, UPLOAD_STATUSES, UPLOADS_PATH, type Upload, wordOf } from './block'

/** Refused rows that the page shows; the file has them all. */
const SHOWN = 100

/** One file of values: what became of its rows. */
export function UploadPage() {
  const { id = '' } = useParams({ strict: false })
  const upload = useRecord(
    'compliance.block_upload',
    id,
    (signal) => body(api.GET('/v1/compliance/block-uploads/{id}', { params: { path: { id } }, signal })),
    ({ status }) => status === 'received',
  )
  return <Loaded query={upload}>{(found) => <Record upload={found} />}</Loaded>
}

function Record({ upload }: { upload: Upload }) {
  const t = useT('common', 'kit', 'blockList')
  const language = useLanguage()
  const number = (count: number) => formatNumber(count, language)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('blockList.title'), to: LIST_PATH },
            { label: t('blockList.tab.uploads'), to: UPLOADS_PATH },
            { label: upload.name },
          ]}
          title={upload.name}
          status={<StatusWord values={UPLOAD_STATUSES} value={upload.status} text={{ t, language }} />}
          subtitle={`${wordOf(t, 'lane', upload.lane)} · ${wordOf(t, 'effect', upload.effect)}`}
        />
      }
      situation={
        upload.problem && <Banner tone="error">{wordOf(t, 'upload_problem', upload.problem)}</Banner>
      }
      main={
        <>
          <Card title={t('blockList.card.reason')}>
            <p>{upload.reason}</p>
          </Card>
          <Card
            title={t('blockList.card.refused_rows')}
            actions={
              upload.refused_rows.length > 0 && (
                <Button
                  variant="secondary"
                  icon={<Download size={18} strokeWidth={1.75} />}
                  onClick={() =>
                    saveRows(
                      upload,
                      ['line', 'shown', 'problem'].map((key) => t(`blockList.column.${key}`)),
                      (problem) => wordOf(t, 'problem', problem),
                      t('blockList.uploads.refused_file', { name: upload.name.replace(/\.\w+$/, '') }),
                    )
                  }
                >
                  {t('blockList.uploads.download')}
                </Button>
              )
            }
          >
            {upload.refused_rows.length === 0 ? (
              <p>{t('blockList.card.no_refused_rows')}</p>
            ) : (
              <MiniTable
                label={t('blockList.card.refused_rows')}
                most={SHOWN}
                columns={[
                  { key: 'line', title: t('blockList.column.line') },
                  { key: 'value', title: t('blockList.column.shown'), wide: true },
                  { key: 'problem', title: t('blockList.column.problem'), wide: true },
                ]}
                rows={upload.refused_rows.slice(0, SHOWN).map(({ line, value, problem }) => ({
                  key: String(line),
                  cells: [number(line), value || '—', wordOf(t, 'problem', problem)],
                }))}
              />
            )}
          </Card>
        </>
      }
      side={
        <Card title={t('blockList.card.file')}>
          <Facts
            facts={[
              { label: t('blockList.column.rows'), value: number(upload.rows) },
              { label: t('blockList.column.accepted'), value: number(upload.accepted) },
              { label: t('blockList.column.existing'), value: number(upload.existing) },
              { label: t('blockList.column.refused'), value: number(upload.refused) },
              { label: t('blockList.column.added_by'), value: upload.added_by },
              {
                label: t('blockList.column.added_at'),
                value: <DateTime at={upload.added_at} year="always" />,
              },
              { label: 'SHA-256', value: upload.sha256.slice(0, 16) },
            ]}
          />
        </Card>
      }
      raw={upload}
    />
  )
}

/** A cell that no spreadsheet runs. */
const cell = (text: string) => `"${/^[=+\-@\t]/.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`

function saveRows(
  { refused_rows }: Upload,
  headings: readonly string[],
  words: (problem: string) => string,
  name: string,
) {
  const rows = [
    headings.map(cell).join(';'),
    ...refused_rows.map(({ line, value, problem }) => `${line};${cell(value)};${cell(words(problem))}`),
  ]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`\uFEFF${rows.join('\r\n')}\r\n`], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
