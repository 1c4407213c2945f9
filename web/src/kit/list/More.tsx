import { useEffect, useRef } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { formatNumber } from '../format'
import styles from './Pager.module.css'

export interface MoreProps {
  count: number
  /** Null until the first answer. */
  total: number | null
  estimated: boolean
  /** Null when there is nothing more, or it is on its way. */
  more: (() => void) | null
  /** Whether the end of the list is reached. */
  ended: boolean
  /** Whether coming near it loads on; not where the rows scroll in a box of their own, which has the end always in sight. */
  watches: boolean
}

/** CSS pixels before the end at which more is loaded. */
export const NEAR_END = 600

/** The end of a continuous list: coming near it loads on, and so does its button. */
export function More({ count, total, estimated, more, ended, watches }: MoreProps) {
  const t = useT('kit')
  const language = useLanguage()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!watches || !more || !end.current) return
    // On a busy machine several come at once, the newest last.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && more(), {
      rootMargin: `${NEAR_END}px`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [watches, more])
  return (
    <div ref={end} className={styles.pager}>
      <p>
        {total !== null &&
          t(`kit.pager.${estimated ? 'about_range' : 'range'}`, {
            first: formatNumber(1, language),
            last: formatNumber(count, language),
            total: formatNumber(total, language),
          })}
      </p>
      {!ended && (
        <Button variant="secondary" busy={!more} onClick={() => more?.()}>
          {t('kit.pager.more')}
        </Button>
      )}
    </div>
  )
}
