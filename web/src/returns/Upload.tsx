import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { linesOf } from '../app/errors'
import { useLanguage, useT } from '../app/i18n'
import { showAlert } from '../app/state'
import { announce } from '../kit/announce'
import { readAgain } from '../kit/command/subjects'
import { formatNumber, formatTime } from '../kit/format'
import { Banner } from '../ui/Banner'
import { cx } from '../ui/cx'
import { filePath } from './file'
import styles from './Upload.module.css'
import { LARGEST, sendFile, type UploadBase } from './upload'

export interface UploadProps {
  base?: UploadBase
  /** Where a file opens. */
  pathOf?: (id: string) => string
  /** The Command whose lists show it. */
  command?: 'returns:file:apply' | 'payouts:return_file:apply' | 'conciliation:statement:apply'
  /** What the zone asks for, where it is no return file. */
  choose?: string
  hint?: string
  /** Endings of the files that may be chosen. */
  accept?: string
}

const previewOf = (id: string) => filePath('preview', id)

/** Where a file is dropped or chosen; it opens once it was read. */
export function Upload({
  base = '/v1/payin/return-files',
  pathOf = previewOf,
  command = 'returns:file:apply',
  choose,
  hint,
  accept = '.ret,.RET,.txt,.TXT,.rem,.crt,.dat',
}: UploadProps) {
  const t = useT('common', 'kit', 'returns')
  const language = useLanguage()
  const navigate = useNavigate()
  const id = useId()
  const [over, setOver] = useState(false)
  const [share, setShare] = useState<number | null>(null)
  const [failed, setFailed] = useState<string[]>([])

  const take = async (file: File | undefined) => {
    if (!file || share !== null) return
    const wrong = problemOf(file)
    if (wrong) {
      setFailed([t(wrong, { most: formatNumber(LARGEST / 1_000_000, language) })])
      return
    }
    setFailed([])
    setShare(0)
    announce(t('returns.upload.sending', { name: file.name }))
    try {
      const { sent, again } = await sendFile(file, setShare, base)
      readAgain(command)
      if (again) {
        const at = formatTime(sent.created_at, language)
        showAlert('warning', t('returns.upload.again', { name: sent.name, by: sent.actor, at }))
      }
      await navigate({ to: pathOf(sent.id) })
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
          <strong>
            {share === null ? (choose ?? t('returns.upload.choose')) : t('returns.upload.reading')}
          </strong>
          <span className={styles.hint}>{hint ?? t('returns.upload.hint')}</span>
        </span>
        <input
          id={id}
          type="file"
          className={styles.input}
          accept={accept}
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
          aria-label={t('returns.upload.reading')}
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

function problemOf({ size }: File): string | null {
  if (size === 0) return 'returns.upload.empty'
  return size > LARGEST ? 'returns.upload.too_large' : null
}
