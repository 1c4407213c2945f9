import { ShieldAlert } from 'lucide-react'
import { useT } from '../../app/i18n'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { MAY_WRITE } from './contract'
import { CONTRACTS } from './list'

const blocking = lazyAct(async () => ({ default: (await import('./commands/acts')).BlockingActs }), 'set')

/** What holds of each merchant beside what its contract says. */
export function ContractsList() {
  const t = useT('kit', 'payoutRegisters')
  return (
    <ResourceList
      list={CONTRACTS}
      title={t('payoutRegisters.contracts.title')}
      actions={
        <CommandButton
          dialog={blocking}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          variant="secondary"
          icon={<ShieldAlert size={18} strokeWidth={1.75} />}
        >
          {t('payoutRegisters.contract.blocking.open')}
        </CommandButton>
      }
    />
  )
}
