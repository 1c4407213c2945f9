import { useT } from '../app/i18n'
import styles from './Footer.module.css'

export function Footer() {
  const t = useT('menu')
  return (
    <footer className={styles.footer}>
      <span>{t('menu.footer.customer_service', { email: t('menu.footer.email') })}</span>
      <span>{t('menu.footer.ombudsman', { phone: t('menu.footer.phone') })}</span>
      <span>{t('menu.footer.hours')}</span>
    </footer>
  )
}
