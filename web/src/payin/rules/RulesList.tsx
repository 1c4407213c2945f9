import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { RULES } from './list'
import { MAY_RULES, SEE_RULES } from './rules'

const write = lazyDialog(() => import('./commands/NewRules'))

/** The versions of the rules that send charges to processors; one of them is in force. */
export function RulesList() {
  const t = useT('common', 'kit', 'pixRules')
  if (!may(SEE_RULES)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={RULES}
      title={t('pixRules.title')}
      caption={t('pixRules.text')}
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
