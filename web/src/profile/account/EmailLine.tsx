import { useState } from 'react'
import { useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { warmDialog } from '../../ui/Dialog'
import styles from '../cards.module.css'
import { EmailDialog } from './EmailDialog'

interface EmailLineProps {
  email: string
  /** An address that waits to be confirmed. */
  pending: string | null
}

export function EmailLine({ email, pending }: EmailLineProps) {
  const t = useT('preferences')
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.stack}>
      <div className={styles.line}>
        <div>
          <p className={styles.label}>{t('preferences.email.title')}</p>
          <p className={styles.value}>{email}</p>
        </div>
        <Button variant="secondary" {...warmDialog} onClick={() => setOpen(true)}>
          {t('preferences.email.change')}
        </Button>
      </div>
      {pending && <Banner tone="awaiting">{t('preferences.email.pending', { email: pending })}</Banner>}
      <EmailDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
