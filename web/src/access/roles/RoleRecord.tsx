import { useParams } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { showAlert } from '../../app/state'
import { DraftedPage } from '../../kit/command/DraftedPage'
import { Guarded } from '../../kit/Guarded'
import { Loaded } from '../../kit/record/Loaded'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { MAY_ROLES, SEE_ROLES, wordOf } from '../access'
import type { RoleRecord as Role } from '../contract'
import { useModules } from '../parts/queries'
import { Trail } from '../parts/Trail'
import { Editor } from './Editor'
import { HoldersCard } from './HoldersCard'
import { RoleHeader } from './RoleHeader'
import styles from './RoleRecord.module.css'

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
    <RecordPage
      header={<RoleHeader role={role} />}
      situation={role.toxic.length > 0 && <Toxic names={role.toxic} />}
      main={
        <>
          <Loaded query={modules}>
            {(all) => (
              // What was saved is what is edited from now on.
              <DraftedPage of={`role ${role.id} ${role.updated_at}`}>
                <Editor
                  modules={all}
                  role={role}
                  company={role.company_name}
                  readOnly={!may(MAY_ROLES)}
                  onSaved={() => showAlert('success', t('access.role.saved'))}
                />
              </DraftedPage>
            )}
          </Loaded>
          {!modules.isPending && <Trail trail={role.trail} title={t('access.card.trail')} />}
        </>
      }
      side={<HoldersCard role={role} />}
      tabs={[trailTab(t, 'roles', String(role.id))]}
    />
  )
}

function Toxic({ names }: { names: readonly string[] }) {
  const t = useT('access')
  return (
    <Banner
      tone="atention"
      className={styles.toxic}
      icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}
    >
      {names.map((name) => (
        <p key={name}>{wordOf(t, 'toxic', name)}</p>
      ))}
    </Banner>
  )
}
