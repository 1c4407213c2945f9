import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { DraftedPage } from '../../kit/command/DraftedPage'
import { Guarded } from '../../kit/Guarded'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { MAY_ROLES, ROLES_PATH, rolePath } from '../access'
import { useOwnCompany } from '../parts/own'
import { useModules } from '../parts/queries'
import { Editor } from './Editor'

/** A role from nothing, or from another one. */
export function NewRole() {
  return (
    <Guarded permissions={MAY_ROLES}>
      <Made />
    </Guarded>
  )
}

function Made() {
  const t = useT('kit', 'access')
  const { clone }: { clone?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const company = useOwnCompany()
  const modules = useModules()
  const original = useQuery({
    queryKey: ['access', 'role', clone],
    queryFn: async ({ signal }) => {
      if (!clone) return null
      return body(api.GET('/rbac/roles/{id}', { params: { path: { id: clone } }, signal }))
    },
  })
  return (
    <>
      <RecordHeader
        crumbs={[
          { label: t('access.title'), to: ROLES_PATH },
          { label: t('access.tab.roles'), to: ROLES_PATH },
          { label: t('access.role.new') },
        ]}
        title={t('access.role.new')}
        status={null}
        subtitle={company?.name}
      />
      <Loaded query={modules}>
        {(all) => (
          <Loaded query={original}>
            {(role) => (
              <DraftedPage of={`role like ${clone}`}>
                <Editor
                  modules={all}
                  role={{
                    name: role ? t('access.role.copy_of', { name: role.name }) : '',
                    permissions: role?.permissions ?? [],
                    second_factor: role?.second_factor ?? false,
                  }}
                  company={company?.name}
                  onSaved={({ id }) => {
                    showAlert('success', t('access.role.created'))
                    void navigate({ to: rolePath(id), replace: true })
                  }}
                />
              </DraftedPage>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}
