import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useLanguage, useT } from '../app/i18n'
import { formatNumber } from '../kit/format'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { type MovingFile, wordOf } from './file'
import styles from './Record.module.css'

/** Effects that change something, of either family. */
const CHANGING = new Set(['settle', 'fee', 'done', 'failed', 'cancelled', 'returned', 'released'])

/** What a person should know first: where a file is damaged, that its plan became another, how far it is. */
export function Situation({ file, onLook }: { file: MovingFile; onLook: (line: number) => void }) {
  const t = useT('returns')
  const language = useLanguage()
  const { status, error, plan_changed, read_lines, total_lines } = file
  if (error) {
    return (
      <Banner
        tone="error"
        className={styles.situation}
        icon={<CircleAlert size={18} strokeWidth={1.75} aria-hidden />}
        action={
          total_lines > 0 && (
            <Button variant="secondary" size="small" onClick={() => onLook(error.line)}>
              {t('returns.record.look')}
            </Button>
          )
        }
      >
        <strong>
          {t('returns.record.damaged', {
            line: formatNumber(error.line, language),
            column: formatNumber(error.column, language),
          })}
        </strong>
        <p>{wordOf(t, 'damage', error.code)}</p>
      </Banner>
    )
  }
  if (plan_changed && status === 'parsed') {
    return (
      <Banner
        tone="atention"
        className={styles.situation}
        icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}
      >
        <strong>{t('returns.record.plan_changed')}</strong>
        <p>{t('returns.record.plan_changed_next')}</p>
      </Banner>
    )
  }
  if (status === 'received') {
    return (
      <Banner tone="info" className={styles.situation} role="status">
        <p>
          {t('returns.record.reading', {
            read: formatNumber(read_lines, language),
            total: formatNumber(total_lines, language),
          })}
        </p>
        <progress
          className={styles.progress}
          max={Math.max(total_lines, 1)}
          value={read_lines}
          aria-label={t('returns.upload.reading')}
        />
      </Banner>
    )
  }
  if (status !== 'applying') return null
  const todo = file.effects.filter(({ effect }) => CHANGING.has(effect))
  const total = todo.reduce((sum, { count }) => sum + count, 0)
  const done = todo.reduce((sum, each) => sum + each.done, 0)
  return (
    <Banner tone="awaiting" className={styles.situation} role="status">
      <p>
        {t('returns.record.applying', {
          done: formatNumber(done, language),
          total: formatNumber(total, language),
        })}
      </p>
      <progress
        className={styles.progress}
        max={Math.max(total, 1)}
        value={done}
        aria-label={t('returns.status.applying')}
      />
    </Banner>
  )
}
