import { LifeBuoy } from 'lucide-react'
import { config } from '../app/config'
import { useT } from '../app/i18n'
import type { User } from '../app/state'
import { Banner } from '../ui/Banner'
import styles from './HelpBanner.module.css'

/** Points merchants to the help centre, where there is one. */
export function HelpBanner({ user }: { user: User }) {
  const t = useT('menu')
  const { helpUrl } = config()
  if (user.internal_user || !helpUrl) return null
  return (
    <section className={styles.help} aria-label={t('menu.help.label')}>
      <Banner
        icon={<LifeBuoy size={18} strokeWidth={1.75} aria-hidden />}
        action={
          <a href={helpUrl} target="_blank" rel="noreferrer">
            {t('menu.help.link')}
          </a>
        }
      >
        {t('menu.help.text')}
      </Banner>
    </section>
  )
}
