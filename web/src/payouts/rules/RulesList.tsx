import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { SettingsTabs } from '../settings/SettingsTabs'
import { RULES } from './list'
import { MAY_RULES } from './rules'

const write = lazyDialog(() => import('./commands/NewRules'))

/** The versions of the rules that hold, refuse and route payments; one of them is in force. */
export function RulesList() {
  const t = useT('common', 'kit', 'pixRules', 'payoutRules', 'payoutSettings')
  return (
    <ResourceList
      list={RULES}
      title={t('payoutRules.title')}
      caption={t('payoutRules.text')}
      tabs={<SettingsTabs />}
      actions={
        <CommandButton
          dialog={write}
          given={{ groups: [] }}
          permissions={MAY_RULES}
          anyMerchant
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('pixRules.create.open')}
        </CommandButton>
      }
    />
  )
}
