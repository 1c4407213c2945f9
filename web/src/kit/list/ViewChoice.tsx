import { Columns3 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Popover } from '../../ui/Popover'
import styles from './ViewChoice.module.css'
import { MODES, type ViewMode } from './view'

export interface ViewChoiceProps {
  columns: readonly { key: string; title: string; locked?: boolean }[]
  shown: readonly string[]
  changed: boolean
  mode: ViewMode
  /** Null: as the list was made. */
  onColumns: (keys: string[] | null) => void
  onMode: (mode: ViewMode) => void
}

/** Which columns to show, and whether in pages. The choice is kept in this browser. */
export function ViewChoice({ columns, shown, changed, mode, onColumns, onMode }: ViewChoiceProps) {
  const t = useT('kit')
  const toggle = (key: string, on: boolean) =>
    onColumns(on ? [...shown, key] : shown.filter((each) => each !== key))
  return (
    <Popover
      title={t('kit.columns.title')}
      align="end"
      trigger={
        <Button variant="ghost" icon={<Columns3 size={18} strokeWidth={1.75} />}>
          {t('kit.columns.open')}
        </Button>
      }
    >
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('kit.columns.title')}</legend>
        <div className={styles.columns}>
          {columns.map(({ key, title, locked }) => (
            <Checkbox
              key={key}
              className={styles.choice}
              label={t(title)}
              checked={shown.includes(key)}
              disabled={locked}
              onChange={(on) => toggle(key, on)}
            />
          ))}
        </div>
        <Button variant="ghost" size="small" disabled={!changed} onClick={() => onColumns(null)}>
          {t('kit.columns.reset')}
        </Button>
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('kit.columns.mode')}</legend>
        {MODES.map((each) => (
          <label key={each} className={styles.mode}>
            <input type="radio" name="mode" checked={each === mode} onChange={() => onMode(each)} />
            {t(`kit.columns.${each}`)}
          </label>
        ))}
      </fieldset>
    </Popover>
  )
}
