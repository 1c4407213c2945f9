import { FileUp, Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { UNITS, UNITS_OF_ALL } from './list'
import { MAY_WRITE } from './unit'

const add = lazyDialog(async () => ({ default: (await import('./commands/acts')).AddUnit }))
const importUnits = lazyDialog(() => import('./commands/ImportUnits'), { size: 'large' })

/** Units that merchants pay through. */
export function FranchisesList() {
  const t = useT('kit', 'payoutRegisters')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? UNITS_OF_ALL : UNITS}
      title={t('payoutRegisters.franchises.title')}
      actions={
        <>
          <CommandButton
            dialog={importUnits}
            given={{}}
            permissions={MAY_WRITE}
            variant="secondary"
            icon={<FileUp size={18} strokeWidth={1.75} />}
          >
            {t('payoutRegisters.unit.import.open')}
          </CommandButton>
          <CommandButton
            dialog={add}
            given={{ what: 'add' }}
            permissions={MAY_WRITE}
            icon={<Plus size={18} strokeWidth={1.75} />}
          >
            {t('payoutRegisters.unit.add.open')}
          </CommandButton>
        </>
      }
    />
  )
}
