import { useEffect } from 'react'
import { useT } from '../app/i18n'
import { type LoadingType, setLoading, settings } from '../app/state'
import { useStore } from '../app/store'
import { Button } from '../ui/Button'
import { Loading } from '../ui/Loading'
import { Line, Part } from './Part'
import styles from './showcase.module.css'

const TYPES: readonly LoadingType[] = ['spinner', 'text', 'block']
/** How long the page is covered, to be looked at. */
const COVERED = 2000

export function Waiting() {
  const t = useT('common', 'showcase')
  const covered = useStore(settings, (state) => state.loading.status)
  useEffect(() => {
    if (!covered) return
    const timer = setTimeout(() => setLoading(false), COVERED)
    return () => clearTimeout(timer)
  }, [covered])
  return (
    <Part name="waiting">
      <div className={styles.grid}>
        {TYPES.map((type) => (
          <Loading key={type} type={type} label={t('common.loading')} />
        ))}
      </div>
      <Line>
        {TYPES.map((type) => (
          <Button key={type} variant="secondary" onClick={() => setLoading(true, type)}>
            {t('showcase.open.overlay', { type })}
          </Button>
        ))}
      </Line>
    </Part>
  )
}
