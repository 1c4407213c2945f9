import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { announce } from '../../kit/announce'
import { readAgain } from '../../kit/command/subjects'
import { formatNumber } from '../../kit/format'
import { Banner } from '../../ui/Banner'
import { cx } from '../../ui/cx'
import styles from './Bring.module.css'
import { batchPath, MAY_PAY } from './batch'
import { Columns } from './Columns'
import { sendFile } from './upload'

/** Bytes of a file. */
const LARGEST = 200_000_000

/** Where a file of payments is dropped or chosen, for one merchant; its batch opens, and is read there. */
export function Bring() {
  const t = useT('common', 'kit', 'payoutBatches')
  const language = useLanguage()
  const navigate = useNavigate()
  const id = useId()
  const [over, setOver] = useState(false)
  const [share, setShare] = useState<number | null>(null)
  const [mapping, setMapping] = useState('')
  const [failed, setFailed] = useState<string[]>([])
  const one = useStore(settings, ({ account }) => account !== null && account.id !== 'all')

  const take = async (file: File | undefined) => {
    if (!file || share !== null) return
    const wrong = problemOf(file)
    if (wrong) {
      setFailed([t(wrong, { most: formatNumber(LARGEST / 1_000_000, language) })])
      return
    }
    setFailed([])
    setShare(0)
    announce(t('payoutBatches.upload.sending', { name: file.name }))
    try {
      const { id: sent } = await sendFile(file, mapping || null, setShare)
      readAgain('payouts:payout_batch:finish')
      await navigate({ to: batchPath(sent) })
    } catch (error) {
      setFailed(linesOf(t, error))
    } finally {
      setShare(null)
    }
  }
  if (!one || !may(MAY_PAY)) return null
  return (
    <div className={styles.upload}>
      <label htmlFor={id} className={cx(styles.zone, over && styles.over)}>
        <FileUp size={20} strokeWidth={1.75} aria-hidden />
        <span>
          <strong>
            {t(share === null ? 'payoutBatches.upload.choose' : 'payoutBatches.upload.reading')}
          </strong>
          <span className={styles.hint}>{t('payoutBatches.upload.hint')}</span>
        </span>
        <input
          id={id}
          type="file"
          className={styles.input}
          accept=".csv,.CSV,.txt,.TXT,.tsv,.xlsx,.XLSX,.json,.jsonl,.ndjson,.xml,.XML,.rem,.REM"
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
          aria-label={t('payoutBatches.upload.reading')}
        />
      </label>
      <Columns value={mapping} onChange={setMapping} writes />
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

function problemOf({ size }: File): string | null {
  if (size === 0) return 'payoutBatches.upload.empty'
  return size > LARGEST ? 'payoutBatches.upload.too_large' : null
}
