import { useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { Facts } from '../../kit/record/Facts'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import type { UserRecord } from '../contract'

/** What is known of a person. */
export function UserFacts({ user }: { user: UserRecord }) {
  const t = useT('access')
  const moment = (at: string | null) => at && <DateTime at={at} year="always" />
  return (
    <Card title={t('access.card.person')}>
      <Facts
        facts={[
          { label: t('access.column.company_name'), value: user.company_name },
          { label: t('access.column.two_factor'), value: <TwoFactor user={user} /> },
          {
            label: t('access.column.last_sign_in_at'),
            value: moment(user.last_sign_in_at) ?? t('access.user.never'),
          },
          { label: t('access.column.created_at'), value: moment(user.created_at) },
          { label: t('access.column.invited_by'), value: user.invited_by },
          { label: t('access.column.id'), value: <CopyText text={user.id} short /> },
        ]}
      />
    </Card>
  )
}

function TwoFactor({ user: { two_factor, sensitive } }: { user: UserRecord }) {
  const t = useT('access')
  if (two_factor) return t('access.user.two_factor_on')
  if (!sensitive) return t('access.user.two_factor_off')
  return (
    <Badge tone="atention" dot title={t('access.user.sensitive')}>
      {t('access.user.two_factor_missing')}
    </Badge>
  )
}
