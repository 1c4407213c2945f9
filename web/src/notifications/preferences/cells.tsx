import { Check } from 'lucide-react'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { Checkbox } from '../../ui/Checkbox'
import { Select } from '../../ui/Select'
import { Spinner } from '../../ui/Spinner'
import type { ByMail, Preference } from '../contract'
import styles from './cells.module.css'
import { type Cell, type Field, useCell } from './useCell'

const BY_MAIL: readonly ByMail[] = ['off', 'now', 'daily']

export function InAppCell({ preference, always }: { preference: Preference; always: boolean }) {
  const t = useT('notifications')
  const cell = useCell(preference, 'in_app')
  const label = `${t('notifications.preferences.in_app')}: ${preference.title}`
  if (always) {
    return (
      <div className={styles.cell}>
        <Checkbox checked disabled label={t('notifications.preferences.always')} onChange={() => undefined} />
      </div>
    )
  }
  return (
    <div className={styles.cell}>
      <Checkbox checked={cell.value} hideLabel label={label} onChange={cell.choose} />
      <State cell={cell} />
    </div>
  )
}

export function EmailCell({ preference }: { preference: Preference }) {
  const t = useT('notifications')
  const cell = useCell(preference, 'email')
  // Whoever could take an account over could switch off what tells of it.
  if (preference.mandatory)
    return <div className={styles.cell}>{t('notifications.preferences.mandatory')}</div>
  return (
    <div className={styles.cell}>
      <div className={styles.choice}>
        <Select
          size="small"
          label={`${t('notifications.preferences.email')}: ${preference.title}`}
          value={cell.value}
          options={BY_MAIL.map((value) => ({ value, label: t(`notifications.by_mail.${value}`) }))}
          onChange={(value) => cell.choose(value as ByMail)}
        />
      </div>
      <State cell={cell} />
    </div>
  )
}

export function WebhookCell({ preference }: { preference: Preference }) {
  const t = useT('notifications')
  const cell = useCell(preference, 'webhook')
  const label = `${t('notifications.preferences.webhook')}: ${preference.title}`
  return (
    <div className={styles.cell}>
      <Checkbox checked={cell.value} hideLabel label={label} onChange={cell.choose} />
      <State cell={cell} />
    </div>
  )
}

/** What became of the last change, beside it. */
function State<F extends Field>({ cell }: { cell: Cell<F> }) {
  const t = useT('common', 'notifications')
  return (
    <span className={styles.state} role="status">
      {cell.state === 'saving' && (
        <>
          <Spinner />
          <span className={styles.unseen}>{t('notifications.preferences.saving')}</span>
        </>
      )}
      {cell.state === 'saved' && (
        <span className={styles.saved}>
          <Check size={14} strokeWidth={2} aria-hidden />
          {t('notifications.preferences.saved')}
        </span>
      )}
      {cell.state === 'failed' && (
        <span className={styles.failed}>
          <span title={linesOf(t, cell.failure).join('\n')}>{t('notifications.preferences.not_saved')}</span>
          <button type="button" className={styles.retry} onClick={cell.retry}>
            {t('common.action.retry')}
          </button>
        </span>
      )}
    </span>
  )
}
