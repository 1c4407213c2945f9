import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import { cx } from '../../ui/cx'
import { announce } from '../announce'
import styles from './FileDrop.module.css'

export interface FileDropProps {
  /** What it says while nothing is sent, and while something is. */
  choose: string
  reading: string
  hint: string
  sending: (name: string) => string
  accept: string
  /** Why a file is not taken; null: it is. */
  refused: (file: File) => string | null
  /** Sends the file and answers the address of its page; `told` hears the share that is there, from 0 to 1. */
  send: (file: File, told: (share: number) => void) => Promise<string>
  /** What is chosen beside the file. */
  children?: ReactNode
}

/** Where a file is dropped or chosen; its page opens once it was sent. */
export function FileDrop({ choose, reading, hint, sending, accept, refused, send, children }: FileDropProps) {
  const t = useT('common', 'kit')
  const navigate = useNavigate()
  const id = useId()
  const [over, setOver] = useState(false)
  const [share, setShare] = useState<number | null>(null)
  const [failed, setFailed] = useState<string[]>([])

  const take = async (file: File | undefined) => {
    if (!file || share !== null) return
    const why = refused(file)
    setFailed(why === null ? [] : [why])
    if (why !== null) return
    setShare(0)
    announce(sending(file.name))
    try {
      await navigate({ to: await send(file, setShare) })
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
          <strong>{share === null ? choose : reading}</strong>
          <span className={styles.hint}>{hint}</span>
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
          aria-label={reading}
        />
      </label>
      {children}
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
