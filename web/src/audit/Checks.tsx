import { Link } from '@tanstack/react-router'
import { useT } from '../app/i18n'
import { MiniTable } from '../kit/record/MiniTable'
import { fieldOf, wordOf } from '../kit/record/trailWords'
import { StatusBadge } from '../ui/Badge'
import { type Check, offenderPath } from './audit'
import styles from './selfCheck.module.css'

const TONES = { holds: 'success', broken: 'error', unknown: 'atention' } as const

/** What must hold of one part of the house, and what does not. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const t = useT('audit')
  const found = checks.some(({ count }) => count)
  return (
    <MiniTable
      label={t('audit.check.title')}
      columns={[
        { key: 'what', title: t('audit.check.what') },
        { key: 'state', title: t('audit.column.status') },
        ...(found ? [{ key: 'offenders', title: t('audit.check.offenders') }] : []),
      ]}
      rows={checks.map((check) => ({
        key: check.name,
        cells: [
          <What key="what" check={check} />,
          <StatusBadge key="state" tone={TONES[check.state as keyof typeof TONES]}>
            {wordOf(t, 'check_state', check.state)}
          </StatusBadge>,
          check.count ? <Offenders key="offenders" check={check} /> : '—',
        ],
      }))}
    />
  )
}

function What({ check: { name, description } }: { check: Check }) {
  const t = useT('audit')
  const words = wordOf(t, 'invariant', name)
  return words === name ? description : words
}

function Offenders({ check }: { check: Check }) {
  const t = useT('audit')
  return (
    <>
      {t('audit.check.found', { count: check.count ?? 0 })}
      <ul className={styles.offenders}>
        {check.examples.map((offender) => {
          const words = Object.entries(offender)
            .map(([name, value]) => `${fieldOf(t, name)} ${value}`)
            .join(', ')
          const path = offenderPath(check, offender)
          return <li key={words}>{path ? <Link to={path}>{words}</Link> : words}</li>
        })}
      </ul>
    </>
  )
}
