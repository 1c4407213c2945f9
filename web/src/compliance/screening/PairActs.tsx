import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import styles from '../compliance.module.css'
import { MAY_WRITE, type PairRow } from './screening'

const acts = lazyDialog(() => import('./whitelistActs'))

/** What can be done with a pair, at the end of its row; whoever proposed one reads that another person decides. */
export function PairActs({ pair }: { pair: PairRow }) {
  const t = useT('screening')
  const own = useStore(authentication, ({ user }) => user?.email === pair.created_by)
  if (pair.status === 'ended' || pair.status === 'refused') return null
  if (pair.status === 'proposed' && own)
    return <span className={styles.note}>{t('screening.pair_acts.own')}</span>
  const whats = pair.status === 'proposed' ? (['agree', 'refuse'] as const) : (['end'] as const)
  return (
    <span className={styles.ending}>
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
