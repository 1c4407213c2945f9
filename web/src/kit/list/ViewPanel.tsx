import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { ColumnOrder } from './ColumnOrder'
import styles from './ViewPanel.module.css'
import { DENSITIES, type Density, type ListView, type ViewMode } from './view'

export interface ViewPanelProps {
  columns: readonly { key: string; title: string; locked?: boolean }[]
  /** Keys, in the order of the screen. */
  shown: readonly string[]
  changed: boolean
  mode: ViewMode
  modes: readonly ViewMode[]
  density: Density
  onChange: (part: Partial<ListView>) => void
}

/** The columns and their order, the row density, and pages or continuous scrolling. */
export default function ViewPanel({
  columns,
  shown,
  changed,
  mode,
  modes,
  density,
  onChange,
}: ViewPanelProps) {
  const t = useT('kit')
  return (
    <div className={styles.panel}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('kit.columns.title')}</legend>
        <ColumnOrder columns={columns} shown={shown} onChange={(keys) => onChange({ columns: keys })} />
        <Button variant="ghost" size="small" disabled={!changed} onClick={() => onChange({ columns: null })}>
          {t('kit.columns.reset')}
        </Button>
      </fieldset>
      <div className={styles.looks}>
        <Radios
          name="density"
          title={t('kit.columns.density')}
          values={DENSITIES}
          value={density}
          onChange={(next) => onChange({ density: next })}
        />
        <Radios
          name="mode"
          title={t('kit.columns.mode')}
          values={modes}
          value={mode}
          onChange={(next) => onChange({ mode: next })}
        />
      </div>
    </div>
  )
}

interface RadiosProps<Value extends string> {
  name: string
  title: string
  values: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

function Radios<Value extends string>({ name, title, values, value, onChange }: RadiosProps<Value>) {
  const t = useT('kit')
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {values.map((each) => (
        <label key={each} className={styles.radio}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
          {t(`kit.columns.${each}`)}
        </label>
      ))}
    </fieldset>
  )
}
