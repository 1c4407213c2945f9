import { useT } from '../app/i18n'
import { ResourceList } from '../kit/list/ResourceList'
import { ACCOUNTS } from './list'

/** Every account of the ledger, what it holds and what of it is blocked. */
export function AccountsList() {
  const t = useT('kit', 'companies')
  return <ResourceList list={ACCOUNTS} title={t('companies.accounts.title')} />
}
