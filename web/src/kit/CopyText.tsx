import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../app/i18n'
import { showAlert } from '../app/state'
import { cx } from '../ui/cx'
import { announce } from './announce'
import styles from './CopyText.module.css'
import { shortId } from './format'

const SHOWN_FOR = 1600

/** Puts a text on the clipboard and says so; `copied` is true for a moment. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const t = useT('common', 'kit')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(t('common.action.copied'))
    } catch {
      // Refused by the browser, or the page is not on a safe address.
      showAlert('error', t('kit.copy_failed'))
    }
  }
  return { copied, copy: (text) => void copy(text) }
}

/** An id that is copied whole by a click; shown by its ends where there is no room for all of it, or as people read it out. */
export function CopyText({
  text,
  short = false,
  shown = short ? shortId(text) : text,
}: {
  text: string
  short?: boolean
  shown?: string
}) {
  const t = useT('common', 'kit')
  const { copied, copy } = useCopy()
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      className={cx(styles.copy, copied && styles.copied)}
      title={short ? text : undefined}
      aria-label={`${t('common.action.copy')} ${shown}`}
      onClick={() => copy(text)}
    >
      <span className={styles.text}>{shown}</span>
      <Icon className={styles.icon} size={14} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
