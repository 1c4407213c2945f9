import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { Guarded } from '../../kit/Guarded'
import { Loaded } from '../../kit/record/Loaded'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { SEE_USERS } from '../access'
import type { UserRecord as User } from '../contract'
import { Trail } from '../parts/Trail'
import { HeldPermissions } from './HeldPermissions'
import { Scope } from './Scope'
import { Sessions } from './Sessions'
import { UserFacts } from './UserFacts'
import { UserHeader } from './UserHeader'

/** One person: who they are, what they may do and where, where they are signed in, and what was done to them. */
export function UserRecord() {
  return (
    <Guarded permissions={SEE_USERS}>
      <Asked />
    </Guarded>
  )
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const user = useRecord(
    'access.user',
    id,
    (signal) => body(api.GET('/rbac/users/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={user}>{(found) => <Record user={found} />}</Loaded>
}

function Record({ user }: { user: User }) {
  const t = useT('kit', 'access')
  return (
    <RecordPage
      header={<UserHeader user={user} />}
      main={
        <>
          <UserFacts user={user} />
          <Sessions sessions={user.sessions} />
          <Trail trail={user.trail} title={t('access.card.trail')} />
        </>
      }
      side={
        <>
          <Scope user={user} />
          <HeldPermissions permissions={user.permissions} />
        </>
      }
      tabs={[trailTab(t, 'users', user.id)]}
    />
  )
}
