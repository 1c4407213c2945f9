import { useT } from '../../app/i18n'
import { NavTabs } from '../../ui/NavTabs'
import { RUNS_PATH, SPLITS_PATH } from './split'

/** The rules, and what their runs divided. */
export function SplitTabs() {
  const t = useT('payoutSplits')
  return (
    <NavTabs
      label={t('payoutSplits.tab.name')}
      tabs={[
        { to: SPLITS_PATH, label: t('payoutSplits.tab.rules') },
        { to: RUNS_PATH, label: t('payoutSplits.tab.runs') },
      ]}
    />
  )
}
