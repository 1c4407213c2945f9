import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { may, TWO_FACTOR } from '../../app/permissions'
import { showAlert, type User } from '../../app/state'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import styles from '../cards.module.css'
import { Failure } from '../Failure'
import { RECOVERY } from '../keys'
import { RecoveryCodes } from './RecoveryCodes'
import { TwoFactorSetup } from './TwoFactorSetup'
import { useTwoFactor } from './useTwoFactor'

/** The second factor: whether it is there, a new device for it, and the codes for a day without one. */
export function TwoFactorCard({ user }: { user: User }) {
  const t = useT('common', 'preferences')
  const twoFactor = useTwoFactor(() =>
    showAlert('success', t('preferences.profile.2factor_new_device_success')),
  )
  const { setup, codes, pending, failure, begin, cancel, codesKept, dialog } = twoFactor
  const button = useRef<HTMLButtonElement>(null)
  const away = setup !== null || codes !== null
  const was = useRef(away)
  // What stood in its place took the keyboard along.
  useEffect(() => {
    if (was.current && !away) button.current?.focus()
    was.current = away
  }, [away])
  const active = may([TWO_FACTOR], user.permissions)
  return (
    <Card
      title={t('preferences.two_factor.title')}
      actions={
        active && (
          <Badge tone="success">
            <CircleCheck size={14} aria-hidden />
            {t('preferences.two_factor.active')}
          </Badge>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={codesKept} />
      ) : setup ? (
        <TwoFactorSetup twoFactor={twoFactor} onCancel={cancel} />
      ) : (
        <>
          {failure !== null && (
            <div className={styles.said}>
              <Failure failure={failure} />
            </div>
          )}
          <div className={styles.line}>
            <p className={styles.text}>{t('preferences.two_factor.text')}</p>
            <Button ref={button} variant={active ? 'secondary' : 'primary'} busy={pending} onClick={begin}>
              {t(active ? 'preferences.two_factor.new_device' : 'preferences.two_factor.enable')}
            </Button>
          </div>
          {active && <CodesLeft pending={pending} onRenew={twoFactor.renewCodes} />}
        </>
      )}
      {dialog}
    </Card>
  )
}

/** From here on a person should think of new ones. */
const FEW = 3

function CodesLeft({ pending, onRenew }: { pending: boolean; onRenew: () => void }) {
  const t = useT('preferences')
  const { data } = useQuery({
    queryKey: RECOVERY,
    queryFn: ({ signal }) => body(api.GET('/auth/recovery-codes', { signal })),
  })
  return (
    <div className={styles.line}>
      <div>
        <p className={cx(styles.name, styles.badged)}>
          {t('preferences.recovery.title')}
          {data && data.left <= FEW && (
            <Badge tone="atention">{t('preferences.recovery.left', { count: data.left })}</Badge>
          )}
        </p>
        <p className={styles.detail}>
          {data && data.left > FEW
            ? t('preferences.recovery.left_text', { count: data.left })
            : t('preferences.recovery.text')}
        </p>
      </div>
      <Button variant="secondary" disabled={pending} onClick={onRenew}>
        {t('preferences.recovery.renew')}
      </Button>
    </div>
  )
}
