import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { StoredFile } from '../../kit/files/Files'
import type { CompanyRecord, Contract } from '../companies'
import { useRefresh } from '../useRefresh'

/** Takes a file away from a contract. */
export default function RemoveContractFile({
  company,
  contract,
  file,
  onClose,
}: CommandProps & { company: CompanyRecord; contract: Contract; file: StoredFile }) {
  const t = useT('common', 'kit', 'companies')
  const refresh = useRefresh()
  return (
    <CommandForm
      command="companies:contract:remove_file"
      ids={{ id: String(company.id), contract: contract.id, file: file.id }}
      subject={company.name}
      title={t('companies.contract_file.title')}
      submit={t('companies.contract_file.remove')}
      danger
      texts="companies.contract_file"
      text={<p>{t('companies.contract_file.text', { name: file.name, contract: contract.name })}</p>}
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    />
  )
}
