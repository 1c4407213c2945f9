import { Rows2, Rows3 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { cx } from '../../ui/cx'
import { Tooltip } from '../../ui/Tooltip'
import styles from './DensityChoice.module.css'
import { DENSITIES, type Density } from './view'

const ICONS = { comfortable: Rows2, compact: Rows3 }

/** The row density, one press away. */
export function DensityChoice({
  density,
  onChange,
}: {
  density: Density
  onChange: (density: Density) => void
}) {
  const t = useT('kit')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset lays itself out in no row of buttons
    <div role="group" className={styles.choice} aria-label={t('kit.columns.density')}>
      {DENSITIES.map((each) => {
        const Icon = ICONS[each]
        return (
          <Tooltip key={each} text={t(`kit.columns.${each}`)}>
            <button
              type="button"
              className={cx(styles.one, each === density && styles.chosen)}
              aria-label={t(`kit.columns.${each}`)}
              aria-pressed={each === density}
              onClick={() => onChange(each)}
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden />
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}
