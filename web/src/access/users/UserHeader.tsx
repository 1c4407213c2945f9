import { useLanguage, useT } from '../../app/i18n'
import { StatusWord } from '../../kit/list/Cell'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { nameOf, USER_STATUSES, USERS_PATH } from '../access'
import type { UserRecord } from '../contract'
import { UserActions } from './UserActions'

/** Who it is, in what state, and what can be done with them. */
export function UserHeader({ user }: { user: UserRecord }) {
  const t = useT('kit', 'access')
  const language = useLanguage()
  const name = nameOf(user)
  return (
    <RecordHeader
      crumbs={[
        { label: t('access.title'), to: USERS_PATH },
        { label: t('access.tab.users'), to: USERS_PATH },
        { label: name },
      ]}
      title={name}
      status={<StatusWord values={USER_STATUSES} value={user.status} text={{ t, language }} />}
      subtitle={[user.name && user.email, user.company_name].filter(Boolean).join(' · ')}
      actions={<UserActions user={user} />}
    />
  )
}
