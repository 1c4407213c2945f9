import { Building2 } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '../app/i18n'
import { authentication } from '../app/state'
import { useStore } from '../app/store'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { ResourceList } from '../kit/list/ResourceList'
import { MAY_WRITE } from './companies'
import { companiesList } from './list'

const onboard = lazyDialog(() => import('./commands/Onboard'), { size: 'medium' })

/** Whom the provider works for, and how each of them stands. */
export function CompaniesList() {
  const t = useT('kit', 'companies')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const list = useMemo(() => companiesList(staff), [staff])
  return (
    <ResourceList
      list={list}
      title={t('companies.title')}
      actions={
        <CommandButton
          dialog={onboard}
          given={{}}
          permissions={MAY_WRITE}
          anyMerchant
          icon={<Building2 size={18} strokeWidth={1.75} />}
        >
          {t('companies.onboard.open')}
        </CommandButton>
      }
    />
  )
}
