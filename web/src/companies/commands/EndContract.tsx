import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { CompanyRecord, Contract } from '../companies'
import { useRefresh } from '../useRefresh'

/** A contract that holds no more from today on; it and its papers stay on record. */
export default function EndContract({
  company,
  contract,
  onClose,
}: CommandProps & { company: CompanyRecord; contract: Contract }) {
  const t = useT('common', 'kit', 'companies')
  const refresh = useRefresh()
  return (
    <CommandForm
      command="companies:contract:end"
      ids={{ id: String(company.id), contract: contract.id }}
      subject={company.name}
      title={t('companies.end_contract.title')}
      submit={t('companies.end_contract.submit')}
      danger
      texts="companies.end_contract"
      text={<p>{t('companies.end_contract.text', { name: contract.name })}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t('companies.saved'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
