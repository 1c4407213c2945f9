import { Columns3 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Popover } from '../../ui/Popover'
import { Spinner } from '../../ui/Spinner'
import hidden from '../hidden.module.css'
import styles from './ViewChoice.module.css'
import type { ViewPanelProps } from './ViewPanel'

const ViewPanel = lazy(() => import('./ViewPanel'))

/** Which columns to show and how. The choice is kept in this browser. */
export function ViewChoice({
  onShow,
  left = 0,
  ...choice
}: ViewPanelProps & {
  onShow: (open: boolean) => void
  /** Columns that gave way, because the window is too narrow for them. */
  left?: number
}) {
  const t = useT('kit')
  return (
    <Popover
      title={t('kit.columns.title')}
      align="end"
      onOpenChange={onShow}
      trigger={
        <Button
          variant="ghost"
          title={t('kit.columns.open')}
          icon={
            <span className={styles.icon}>
              <Columns3 size={18} strokeWidth={1.75} />
              {left > 0 && (
                <span className={styles.left} aria-hidden>
                  {left}
                </span>
              )}
            </span>
          }
        >
          <span data-word>{t('kit.columns.open')}</span>
          {left > 0 && <span className={hidden.hidden}> {t('kit.columns.left', { count: left })}</span>}
        </Button>
      }
    >
      <Suspense fallback={<Spinner size={24} />}>
        <ViewPanel {...choice} />
      </Suspense>
    </Popover>
  )
}
