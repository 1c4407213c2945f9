import { Download, Paperclip } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { components } from '../../app/api-types'
import { type Language, useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { download } from '../export/server'
import { useAct } from '../export/useAct'
import { formatTime } from '../format'
import hidden from '../hidden.module.css'
import { useKeptFocus } from '../useKeptFocus'
import styles from './Files.module.css'

export type StoredFile = components['schemas']['StoredFile']

const LARGEST = 10 * 1024 * 1024

export interface FilesProps {
  label: string
  files: readonly StoredFile[]
  /** Fetches one. */
  take: (file: StoredFile) => Parameters<typeof download>[0]
  /** What takes one away, where that can be done. */
  renderRemoval?: (file: StoredFile) => ReactNode
}

/** What is attached to a thing; the server decides by its content what a file is. */
export function Files({ label, files, take, renderRemoval }: FilesProps) {
  const t = useT('kit')
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box, files.length)
  return (
    <div ref={box} tabIndex={-1}>
      {files.length === 0 ? (
        <p className={styles.none}>{t('kit.files.none')}</p>
      ) : (
        <ul className={styles.files} aria-label={label}>
          {files.map((file) => (
            <File key={file.id} file={file} take={take} renderRemoval={renderRemoval} />
          ))}
        </ul>
      )}
    </div>
  )
}

function File({
  file,
  take,
  renderRemoval,
}: Pick<FilesProps, 'take' | 'renderRemoval'> & { file: StoredFile }) {
  const t = useT('kit')
  const language = useLanguage()
  const { act, busy } = useAct()
  return (
    <li className={styles.file}>
      <div className={styles.words}>
        <p className={styles.name}>{file.name}</p>
        <p className={styles.about}>
          {[sizeOf(file.size, language), formatTime(file.uploaded_at, language), file.uploaded_by]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <IconButton
        size="small"
        label={t('kit.files.download', { name: file.name })}
        icon={<Download size={16} strokeWidth={1.75} />}
        aria-busy={busy || undefined}
        onClick={() => act(() => download(take(file)))}
      />
      {renderRemoval?.(file)}
    </li>
  )
}

/** Chooses a file and sends it; one that is too large is not even sent. */
export function AddFile({ send }: { send: (file: globalThis.File) => Promise<unknown> }) {
  const t = useT('kit')
  const input = useRef<HTMLInputElement>(null)
  const { act, busy } = useAct()
  const choose = (file: globalThis.File) => {
    if (file.size > LARGEST) showAlert('error', t('kit.files.too_large'))
    else act(() => send(file))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/pdf,image/png,image/jpeg"
        className={hidden.hidden}
        tabIndex={-1}
        aria-label={t('kit.files.choose')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) choose(file)
          // The same file can be chosen again after it was refused.
          target.value = ''
        }}
      />
      <Button
        size="small"
        variant="secondary"
        busy={busy}
        icon={<Paperclip size={16} strokeWidth={1.75} />}
        onClick={() => input.current?.click()}
      >
        {t(busy ? 'kit.files.sending' : 'kit.files.add')}
      </Button>
    </>
  )
}

/** How a call carries a file: as it is, as its whole body. */
export const AS_BODY = {
  bodySerializer: (given: unknown) => given as never,
  headers: { 'Content-Type': 'application/octet-stream' },
}

/** 1536 → "1.5 kB"; nothing that holds something is told as nothing. */
function sizeOf(bytes: number, language: Language): string {
  if (bytes < 1024) return `${bytes.toLocaleString(language)} B`
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kB'] : [bytes / 1024 / 1024, 'MB']
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
}
