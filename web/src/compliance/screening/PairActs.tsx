import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import styles from '../compliance.module.css'
import { MAY_WRITE, type PairRow } from './screening'

const acts = lazyDialog(() => import('./whitelistActs'))

/** What can be done with a pair, at the end of its row: of one that is proposed, another person decides. */
export function PairActs({ pair }: { pair: PairRow }) {
  const t = useT('screening')
  if (pair.status === 'ended' || pair.status === 'refused') return null
  const whats = pair.status === 'proposed' ? (['agree', 'refuse'] as const) : (['end'] as const)
  return (
    <span className={styles.row}>
      {whats.map((what) => (
        <CommandButton
          key={what}
          dialog={acts}
          given={{ what, id: pair.id, name: `${pair.shown} · ${pair.listed}` }}
          permissions={MAY_WRITE}
          anyMerchant
          variant="secondary"
          size="small"
        >
          {t(`screening.pair_acts.${what}`)}
        </CommandButton>
      ))}
    </span>
  )
}
