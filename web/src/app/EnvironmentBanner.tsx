import { config } from './config'
import styles from './EnvironmentBanner.module.css'
import { useT } from './i18n'

/** Says, on every page, that this is not production. */
export function EnvironmentBanner() {
  const t = useT('common')
  const { environment } = config()
  if (environment === 'production') return null
  return (
    <section className={styles.banner} aria-label={t('common.environment.label')}>
      {t(`common.environment.${environment}`)}
    </section>
  )
}
