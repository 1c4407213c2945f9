import { useT } from '../app/i18n'
import { authentication } from '../app/state'
import { useStore } from '../app/store'
import { PageHeader } from '../kit/PageHeader'
import styles from './cards.module.css'
import { PasskeysCard } from './passkeys/PasskeysCard'
import { PasswordCard } from './password/PasswordCard'
import { mustSetUpTwoFactor } from './sensitive'
import { SessionsCard } from './sessions/SessionsCard'
import { TwoFactorCard } from './twoFactor/TwoFactorCard'

/** How the person signs in, and where they are. */
export function Security() {
  const t = useT('preferences')
  const user = useStore(authentication, (state) => state.user)
  if (!user) return null
  return (
    <>
      <PageHeader title={t('preferences.security.title')} subtitle={t('preferences.security.subtitle')} />
      <div className={styles.cards}>
        {!mustSetUpTwoFactor(user) && <PasswordCard />}
        <TwoFactorCard user={user} />
        <PasskeysCard />
        <SessionsCard />
      </div>
    </>
  )
}
