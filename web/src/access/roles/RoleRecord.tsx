import { useParams } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { showAlert } from '../../app/state'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { MAY_ROLES, SEE_ROLES, wordOf } from '../access'
import columns from '../columns.module.css'
import type { RoleRecord as Role } from '../contract'
import { Guarded } from '../Guarded'
import { Loaded } from '../parts/Loaded'
import { useModules } from '../parts/queries'
import { Trail } from '../parts/Trail'
import { Editor } from './Editor'
import { HoldersCard } from './HoldersCard'
import { RoleHeader } from './RoleHeader'

/** One role: what it holds, who has it, and how it came to be so. */
export function RoleRecord() {
  return (
    <Guarded permissions={SEE_ROLES}>
      <Asked />
    </Guarded>
  )
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const role = useRecord(
    'access.role',
    id,
    (signal) => body(api.GET('/rbac/roles/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={role}>{(found) => <Record role={found} />}</Loaded>
}

function Record({ role }: { role: Role }) {
  const t = useT('kit', 'access')
  const modules = useModules()
  return (
    <>
      <RoleHeader role={role} />
      <div className={columns.columns}>
        <div className={columns.main}>
          {role.toxic.length > 0 && (
            <Banner tone="atention" icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}>
              {role.toxic.map((name) => (
                <p key={name}>{wordOf(t, 'toxic', name)}</p>
              ))}
            </Banner>
          )}
          <Loaded query={modules}>
            {(all) => (
              <Editor
                // What was saved is what is edited from now on.
                key={role.updated_at}
                modules={all}
                role={role}
                company={role.company_name}
                readOnly={!may(MAY_ROLES)}
                onSaved={() => showAlert('success', t('access.role.saved'))}
              />
            )}
          </Loaded>
          <Trail trail={role.trail} title={t('access.card.trail')} />
        </div>
        <div className={columns.side}>
          <HoldersCard role={role} />
        </div>
      </div>
    </>
  )
}
