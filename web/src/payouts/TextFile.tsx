import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { useT } from '../app/i18n'
import hidden from '../kit/hidden.module.css'
import { Button } from '../ui/Button'
import styles from './registers.module.css'

/** Reads a text out of a file that a person chooses. */
export function TextFile({
  label,
  accept,
  name,
  onRead,
}: {
  label: string
  accept: string
  name: string
  onRead: (text: string, name: string) => void
}) {
  const t = useT('common')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.file}>
      <input
        ref={input}
        type="file"
        accept={accept}
        className={hidden.hidden}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void file.text().then((text) => onRead(text, file.name))
        }}
      />
      <Button
        variant="secondary"
        icon={<FileUp size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <span className={styles.text}>{name || t('common.no_file')}</span>
    </div>
  )
}
