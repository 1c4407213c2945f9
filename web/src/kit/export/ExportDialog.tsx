import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { useZone } from '../../app/zone'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import { ownZone } from '../clock'
import { Choices } from '../command/Choices'
import { formatNumber } from '../format'
import { countOf } from '../list/selection'
import styles from './ExportDialog.module.css'
import { FileLanguage } from './FileLanguage'
import { Prepared } from './Prepared'
import { EXPORTS_PATH } from './paths'
import { useExport } from './useExport'
import { type Choice, type Exported, wantedOf } from './wanted'

/** Which form, and which columns; then the file itself, or how far it is when it takes a while. */
export default function ExportDialog({
  list,
  name,
  filters,
  shown,
  ticked,
  onClose,
}: Exported & { onClose: () => void }) {
  const t = useT('common', 'lists')
  const language = useLanguage()
  const zone = useZone()
  const form = useId()
  const [choice, setChoice] = useState<Choice>({ format: 'csv', language, all: false })
  const { start, pending, failure, prepared } = useExport(list.path, name, () => {
    showAlert('success', t('lists.export.done'))
    onClose()
  })
  const count = ticked ? countOf(ticked) : 0
  if (prepared) return <Prepared id={prepared} onClose={onClose} />
  return (
    <DialogWindow
      title={t('lists.export.title')}
      description={
        ticked?.kind === 'ids'
          ? t('lists.export.ticked', { count, number: formatNumber(count, language) })
          : t('lists.export.what')
      }
      onClose={onClose}
      footer={
        <>
          <Link to={EXPORTS_PATH} className={styles.link} onClick={onClose}>
            {t('lists.export.all_exports')}
          </Link>
          <Button variant="secondary" onClick={onClose}>
            {t('common.action.back')}
          </Button>
          <Button type="submit" form={form} busy={pending}>
            {t('lists.export.submit')}
          </Button>
        </>
      }
    >
      <div aria-live="polite">
        {failure !== null && (
          <Banner tone="error" role="alert">
            {linesOf(t, failure).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Banner>
        )}
      </div>
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          start(wantedOf({ list, filters, shown, ticked }, choice, zone))
        }}
      >
        <Choices
          legend={t('lists.export.format')}
          name="format"
          options={[
            { value: 'csv', label: t('lists.export.csv'), hint: t('lists.export.csv_hint') },
            { value: 'xlsx', label: t('lists.export.xlsx'), hint: t('lists.export.xlsx_hint') },
          ]}
          value={choice.format}
          onChange={(format) => setChoice({ ...choice, format })}
        />
        <FileLanguage
          value={choice.language}
          onChange={(chosen) => setChoice({ ...choice, language: chosen })}
          csv={choice.format === 'csv'}
        />
        <Choices
          legend={t('lists.export.columns')}
          name="columns"
          options={[
            { value: 'shown', label: t('lists.export.shown', { count: shown.length }) },
            { value: 'all', label: t('lists.export.every', { count: list.columns.length }) },
          ]}
          value={choice.all ? 'all' : 'shown'}
          onChange={(value) => setChoice({ ...choice, all: value === 'all' })}
        />
        <p className={styles.note}>{t('lists.export.zone', { zone: ownZone() })}</p>
      </form>
    </DialogWindow>
  )
}
