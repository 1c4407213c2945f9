import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { CompanyRecord, Partner } from '../companies'
import { planWords } from '../planWords'
import { useRefresh } from '../useRefresh'
import { checkPartner, pepOptions } from './partner'

/** Changes what is known of a partner. A masked number is typed anew: nobody sends back what they could not read. */
export default function ChangePartner({
  company,
  partner,
  onClose,
}: CommandProps & { company: CompanyRecord; partner: Partner }) {
  const t = useT('common', 'kit', 'companies')
  const language = useLanguage()
  const refresh = useRefresh()
  return (
    <CommandForm
      command="companies:partner:change"
      ids={{ id: String(company.id), partner: partner.id }}
      subject={partner.name}
      title={t('companies.change_partner.title')}
      submit={t('common.action.save')}
      texts="companies.add_partner"
      initial={{
        name: partner.name,
        document: partner.document.includes('*') ? '' : partner.document,
        pep_type: partner.pep_type ?? '',
        share: partner.share ?? '',
      }}
      options={{ pep_type: pepOptions(t) }}
      check={checkPartner}
      words={planWords(t, language)}
      onDone={() => {
        onClose()
        showAlert('success', t('companies.saved'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
