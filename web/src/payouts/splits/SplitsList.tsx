import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { RUNS, SPLITS } from './list'
import { SplitTabs } from './SplitTabs'
import { MAY_WRITE } from './split'

const draft = lazyDialog(() => import('./commands/DraftSplit'), { size: 'large' })

/** Rules that divide what came in. */
export function SplitsList() {
  const t = useT('kit', 'payoutSplits')
  return (
    <ResourceList
      list={SPLITS}
      title={t('payoutSplits.title')}
      caption={t('payoutSplits.caption')}
      actions={
        <CommandButton
          dialog={draft}
          given={{}}
          permissions={MAY_WRITE}
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('payoutSplits.draft.open')}
        </CommandButton>
      }
      tabs={<SplitTabs />}
    />
  )
}

/** What runs divided, and how far their batches are. */
export function SplitRunsList() {
  const t = useT('kit', 'payoutSplits', 'payoutBatches')
  return <ResourceList list={RUNS} title={t('payoutSplits.runs.title')} tabs={<SplitTabs />} />
}
