import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { linesOf } from '../../../app/errors'
import { useT } from '../../../app/i18n'
import { announce } from '../../../kit/announce'
import { readAgain } from '../../../kit/command/subjects'
import { Banner } from '../../../ui/Banner'
import { cx } from '../../../ui/cx'
import { importPath } from './import'
import styles from './Upload.module.css'
import { LARGEST, sendTable } from './upload'

/** Where a table is dropped or chosen; it opens once it was sent. */
export function Upload() {
  const t = useT('common', 'kit', 'payees')
  const navigate = useNavigate()
  const id = useId()
  const [over, setOver] = useState(false)
  const [share, setShare] = useState<number | null>(null)
  const [failed, setFailed] = useState<string[]>([])

  const take = async (file: File | undefined) => {
    if (!file || share !== null) return
    if (file.size === 0 || file.size > LARGEST) {
      setFailed([t(file.size === 0 ? 'payees.imports.upload.empty' : 'payees.imports.upload.too_large')])
      return
    }
    setFailed([])
    setShare(0)
    announce(t('payees.imports.upload.sending', { name: file.name }))
    try {
      const sent = await sendTable(file, setShare)
      readAgain('payouts:import:finish')
      await navigate({ to: importPath(sent) })
    } catch (error) {
      setFailed(linesOf(t, error))
    } finally {
      setShare(null)
    }
  }
  return (
    <div className={styles.upload}>
      <label htmlFor={id} className={cx(styles.zone, over && styles.over)}>
        <FileUp size={20} strokeWidth={1.75} aria-hidden />
        <span>
          <strong>{t(`payees.imports.upload.${share === null ? 'choose' : 'reading'}`)}</strong>
          <span className={styles.hint}>{t('payees.imports.upload.hint')}</span>
        </span>
        <input
          id={id}
          type="file"
          className={styles.input}
          accept=".csv,.CSV,.txt,.TXT,.tsv"
          disabled={share !== null}
          // A file that is dropped on it counts as chosen.
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ target }) => {
            void take(target.files?.[0])
            target.value = ''
          }}
        />
        <progress
          className={styles.progress}
          max={1}
          value={share ?? 0}
          hidden={share === null}
          aria-label={t('payees.imports.upload.reading')}
        />
      </label>
      {failed.length > 0 && (
        <Banner tone="error" role="alert">
          {failed.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Banner>
      )}
    </div>
  )
}
