import { useT } from '../../app/i18n'
import { StatusDot } from '../../ui/Badge'
import { Checkbox } from '../../ui/Checkbox'
import { cx } from '../../ui/cx'
import { Count, countOf } from '../facets/Count'
import type { Facet } from '../facets/useFacets'
import type { Status } from '../list/definition'
import styles from './panels.module.css'

/** Any number of states; each press holds at once. */
export default function StatusPanel({
  values,
  facet,
  chosen,
  onChange,
}: {
  values: readonly Status[]
  facet: Facet | undefined
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const t = useT('kit')
  const toggle = (value: string, on: boolean) =>
    onChange(
      values.map((status) => status.value).filter((each) => (each === value ? on : chosen.includes(each))),
    )
  return (
    <fieldset className={styles.states}>
      <legend className={styles.legend}>{t('kit.filter.status')}</legend>
      {values.map(({ value, label, tone }) => (
        <Checkbox
          key={value}
          className={cx(styles.state, countOf(facet, value) === 0 && styles.empty)}
          checked={chosen.includes(value)}
          onChange={(on) => toggle(value, on)}
          label={
            <>
              <StatusDot tone={tone} /> {t(label)}
              <Count facet={facet} value={value} />
            </>
          }
        />
      ))}
    </fieldset>
  )
}
