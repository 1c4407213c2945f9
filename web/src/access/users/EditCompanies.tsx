import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import { grantErrors } from '../grantErrors'
import { CompanyPicker } from '../parts/CompanyPicker'
import { useRefresh } from '../useRefresh'

/** Which companies a person may see beside their own. */
export default function EditCompanies({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const refresh = useRefresh()
  const [companies, setCompanies] = useDraft<readonly number[]>('companies', user.companies)
  return (
    <CommandDialog
      title={t('access.companies.edit')}
      submit={t('common.action.save')}
      subject={nameOf(user)}
      read={() => ({ input: { companies: [...companies] } })}
      send={(input, header) =>
        grantErrors(
          t,
          answer(
            api.PUT('/rbac/users/{id}/companies', {
              params: { path: { id: user.id }, header },
              body: input,
            }),
          ),
        )
      }
      onDone={() => {
        onClose()
        showAlert('success', t('access.companies.saved'))
        refresh()
      }}
      onClose={onClose}
    >
      {() => <CompanyPicker chosen={companies} home={user.company_id} onChange={setCompanies} />}
    </CommandDialog>
  )
}
