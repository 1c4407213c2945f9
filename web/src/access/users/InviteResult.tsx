import { CircleCheck, TriangleAlert } from 'lucide-react'
import { textOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import type { Invited } from '../contract'
import styles from './InviteResult.module.css'

/** Who was invited, and who was not and why. */
export function InviteResult({ result, onClose }: { result: Invited; onClose: () => void }) {
  const t = useT('common', 'access')
  const { invited, refused } = result
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <DialogWindow
      title={t('access.invite.result')}
      size="medium"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
    >
      {invited.length > 0 && (
        <section>
          <Banner tone="success" icon={<CircleCheck {...icon} />}>
            {t('access.invite.invited', { count: invited.length })}
          </Banner>
          <ul className={styles.people}>
            {invited.map(({ id, email }) => (
              <li key={id}>{email}</li>
            ))}
          </ul>
        </section>
      )}
      {refused.length > 0 && (
        <section>
          <Banner tone="atention" icon={<TriangleAlert {...icon} />}>
            {t('access.invite.refused', { count: refused.length })}
          </Banner>
          <ul className={styles.people}>
            {refused.map(({ email, reason }) => (
              <li key={email}>
                {email}
                <span className={styles.reason}>{textOf(t, reason)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DialogWindow>
  )
}
