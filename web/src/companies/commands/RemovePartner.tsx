import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { CompanyRecord, Partner } from '../companies'
import { useRefresh } from '../useRefresh'

/** A partner who is none any more; what they were stays on record. */
export default function RemovePartner({
  company,
  partner,
  onClose,
}: CommandProps & { company: CompanyRecord; partner: Partner }) {
  const t = useT('common', 'kit', 'companies')
  const refresh = useRefresh()
  return (
    <CommandForm
      command="companies:partner:remove"
      ids={{ id: String(company.id), partner: partner.id }}
      subject={company.name}
      title={t('companies.remove_partner.title')}
      submit={t('companies.remove_partner.submit')}
      danger
      texts="companies.remove_partner"
      text={<p>{t('companies.remove_partner.text', { name: partner.name })}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t('companies.saved'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
