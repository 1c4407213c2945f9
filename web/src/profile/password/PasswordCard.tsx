import { useState } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { warmDialog } from '../../ui/Dialog'
import styles from '../cards.module.css'
import { PasswordDialog } from './PasswordDialog'

export function PasswordCard() {
  const t = useT('preferences')
  const [open, setOpen] = useState(false)
  return (
    <Card title={t('preferences.password.title')}>
      <div className={styles.line}>
        <p className={styles.text}>{t('preferences.password.text')}</p>
        <Button variant="secondary" {...warmDialog} onClick={() => setOpen(true)}>
          {t('preferences.password.change')}
        </Button>
      </div>
      <PasswordDialog open={open} onClose={() => setOpen(false)} />
    </Card>
  )
}
