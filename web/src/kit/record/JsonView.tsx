import { Check, Copy } from 'lucide-react'
import { useT } from '../../app/i18n'
import { IconButton } from '../../ui/IconButton'
import { useCopy } from '../CopyText'
import styles from './JsonView.module.css'
import { jsonParts } from './jsonParts'

/** A value exactly as the server sent it, to read and to copy. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const t = useT('common', 'kit')
  const { copied, copy } = useCopy()
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <figure className={styles.view}>
      <figcaption className={styles.head}>
        <span>{label}</span>
        <IconButton
          size="small"
          label={t('kit.record.copy', { name: label })}
          icon={copied ? <Check size={16} strokeWidth={1.75} /> : <Copy size={16} strokeWidth={1.75} />}
          onClick={() => copy(text)}
        />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={styles.text} tabIndex={0} aria-label={label}>
        {jsonParts(text).map(({ text: part, kind, from }) =>
          kind === 'plain' ? (
            part
          ) : (
            <span key={from} className={styles[kind]}>
              {part}
            </span>
          ),
        )}
      </pre>
    </figure>
  )
}
