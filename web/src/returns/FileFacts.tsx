import { useLanguage, useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { DateTime } from '../kit/DateTime'
import { formatAmount, formatDay, formatDocument, formatNumber, type Money } from '../kit/format'
import { bankName } from '../kit/place/bankName'
import { Facts } from '../kit/record/Facts'
import { MiniTable } from '../kit/record/MiniTable'
import { Card } from '../ui/Card'
import { layoutName, type PlainFile, wordOf } from './file'
import styles from './Record.module.css'

/** What is known of the file, its counts beside what its trailers say. */
export function FileFacts({ file }: { file: PlainFile }) {
  const t = useT('returns')
  const language = useLanguage()
  const number = (value: number | null) => (value === null ? '—' : formatNumber(value, language))
  const money = (value: Money | null) => (value === null ? '—' : formatAmount(value, language))
  const beside = (read: string, said: string) =>
    said === '—' || said === read ? (
      read
    ) : (
      <span className={styles.differs}>{t('returns.record.differs', { read, said })}</span>
    )
  const { company_document } = file
  return (
    <Card title={t('returns.record.file')}>
      <Facts
        facts={[
          {
            label: t('returns.column.bank_name'),
            value: file.bank && `${file.bank} ${bankName(file.bank_name) ?? ''}`,
          },
          { label: t('returns.column.layout'), value: file.layout && layoutName(file.layout) },
          { label: t('returns.column.company'), value: file.company_name || null },
          {
            label: t('returns.column.document'),
            value: company_document ? formatDocument(company_document) : null,
          },
          { label: t('returns.column.agreement'), value: file.agreement || null },
          { label: t('returns.column.sequence'), value: file.sequence },
          {
            label: t('returns.column.generated_on'),
            value: file.generated_on && formatDay(file.generated_on, language),
          },
          { label: t('returns.column.lines'), value: beside(number(file.lines), number(file.lines_said)) },
          {
            label: t('returns.column.entries'),
            value: beside(number(file.entries), number(file.entries_said)),
          },
          { label: t('returns.column.amount'), value: beside(money(file.amount), money(file.amount_said)) },
          { label: t('returns.column.paid'), value: money(file.paid) },
          { label: t('returns.column.fee'), value: money(file.fee) },
          ...(file.applied_at
            ? [
                {
                  label: t('returns.column.applied_at'),
                  value: <DateTime at={file.applied_at} year="always" />,
                },
                { label: t('returns.column.applied_by'), value: file.applied_by },
              ]
            : []),
          { label: 'SHA-256', value: file.sha256 && <CopyText text={file.sha256} />, wide: true },
        ]}
      />
    </Card>
  )
}

/** What is not as it should be and was read nevertheless, by its name and place. */
export function Tolerances({ file, onLook }: { file: PlainFile; onLook: (line: number) => void }) {
  const t = useT('returns')
  const language = useLanguage()
  return (
    <Card title={t('returns.record.tolerances')} flush>
      <MiniTable
        label={t('returns.record.tolerances')}
        columns={[
          { key: 'name', title: t('returns.column.tolerance') },
          { key: 'line', title: t('returns.column.line'), end: true },
        ]}
        rows={file.tolerances.map(({ name, count, line }) => ({
          key: name,
          cells: [
            t('returns.record.times', {
              name: wordOf(t, 'tolerance', name),
              count: formatNumber(count, language),
            }),
            <button key="line" type="button" className={styles.link} onClick={() => onLook(line)}>
              {formatNumber(line, language)}
            </button>,
          ],
        }))}
      />
    </Card>
  )
}
