import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useT } from '../app/i18n'
import { cx } from '../ui/cx'
import { Spinner } from '../ui/Spinner'
import type { BotCheckState } from './botCheck'
import styles from './SignInPage.module.css'

/** How the check stands. That it failed is said only after a try: until then the person has done nothing wrong. */
export function BotCheckLine({ state, tried }: { state: BotCheckState; tried: boolean }) {
  const t = useT('login')
  if (state === 'off') return null
  if (state === 'failed') {
    return tried ? (
      <p className={cx(styles.check, styles.failed)} role="alert">
        <ShieldAlert size={18} strokeWidth={1.75} aria-hidden />
        {t('login.ishuman_failed')}
      </p>
    ) : null
  }
  const passed = state === 'passed'
  return (
    <p className={cx(styles.check, passed && styles.passed)} role="status">
      {passed ? <ShieldCheck size={18} strokeWidth={1.75} aria-hidden /> : <Spinner />}
      {t(passed ? 'login.ishuman_checked' : 'login.ishuman_checking')}
    </p>
  )
}
