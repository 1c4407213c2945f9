import { useT } from '../../../app/i18n'
import { CommandButton, lazyDialog } from '../../../kit/command/CommandButton'
import { type HoldRow, MAY_AGREE, MAY_DECIDE } from '../payment'
import styles from './holds.module.css'

const acts = lazyDialog(() => import('../commands/acts'))

/** The ways out of a hold: let it go on, as a second person of the merchant or as staff, or end it. */
export function Decide({ hold: { id, hold_reason } }: { hold: HoldRow }) {
  const t = useT('payoutPayments')
  const onward = hold_reason === 'second_person' ? 'agree' : 'release'
  return (
    <span className={styles.decide}>
      <CommandButton
        dialog={acts}
        given={{ id: id ?? '', what: 'reject' }}
        permissions={MAY_DECIDE}
        variant="ghost"
        size="small"
      >
        {t('payoutPayments.reject.open')}
      </CommandButton>
      <CommandButton
        dialog={acts}
        given={{ id: id ?? '', what: onward }}
        permissions={onward === 'agree' ? MAY_AGREE : MAY_DECIDE}
        variant="secondary"
        size="small"
      >
        {t(`payoutPayments.${onward}.open`)}
      </CommandButton>
    </span>
  )
}
