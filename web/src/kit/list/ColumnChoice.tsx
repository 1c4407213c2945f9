import { Columns3 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Popover } from '../../ui/Popover'
import styles from './ColumnChoice.module.css'

export interface ColumnChoiceProps {
  columns: readonly { key: string; title: string; locked?: boolean }[]
  shown: readonly string[]
  changed: boolean
  /** Null: as the list was made. */
  onChange: (keys: string[] | null) => void
}

/** Which columns to show. The choice is kept in this browser. */
export function ColumnChoice({ columns, shown, changed, onChange }: ColumnChoiceProps) {
  const t = useT('kit')
  const toggle = (key: string, on: boolean) =>
    onChange(on ? [...shown, key] : shown.filter((each) => each !== key))
  return (
    <Popover
      title={t('kit.columns.title')}
      titled
      align="end"
      trigger={
        <Button variant="ghost" icon={<Columns3 size={18} strokeWidth={1.75} />}>
          {t('kit.columns.open')}
        </Button>
      }
    >
      <div className={styles.choice}>
        {columns.map(({ key, title, locked }) => (
          <Checkbox
            key={key}
            className={styles.column}
            label={t(title)}
            checked={shown.includes(key)}
            disabled={locked}
            onChange={(on) => toggle(key, on)}
          />
        ))}
      </div>
      <Button variant="ghost" size="small" disabled={!changed} onClick={() => onChange(null)}>
        {t('kit.columns.reset')}
      </Button>
    </Popover>
  )
}
