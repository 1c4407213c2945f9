import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import { grantErrors } from '../grantErrors'
import { CompanyPicker } from '../parts/CompanyPicker'

/** Which companies a person may see beside their own. */
export default function EditCompanies({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const [companies, setCompanies] = useDraft<readonly number[]>('companies', user.companies)
  return (
    <CommandDialog
      command="access:user:set_companies"
      title={t('access.companies.edit')}
      submit={t('common.action.save')}
      subject={nameOf(user)}
      read={() => ({ input: { companies: [...companies] } })}
      send={(input, header) =>
        grantErrors(t, sendCommand('access:user:set_companies', { id: user.id }, input, header))
      }
      onDone={() => {
        onClose()
        showAlert('success', t('access.companies.saved'))
      }}
      onClose={onClose}
    >
      {() => <CompanyPicker chosen={companies} home={user.company_id} onChange={setCompanies} />}
    </CommandDialog>
  )
}
