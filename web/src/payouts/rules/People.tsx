import { useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { Facts } from '../../kit/record/Facts'
import { Card } from '../../ui/Card'
import type { Rules } from './rules'

/** What every version of rules says of its people. */
type Version = Pick<Rules, 'written_by' | 'updated_at' | 'approved_by' | 'activated_by' | 'activated_at'>

/** Who wrote it, agreed to it and put it into force. */
export function People({ rules }: { rules: Version }) {
  const t = useT('pixRules')
  const moment = (at: string | null) => at && <DateTime at={at} />
  return (
    <Card title={t('pixRules.people')}>
      <Facts
        facts={[
          { label: t('pixRules.column.written_by'), value: rules.written_by, wide: true },
          { label: t('pixRules.column.updated_at'), value: moment(rules.updated_at), wide: true },
          { label: t('pixRules.column.approved_by'), value: rules.approved_by, wide: true },
          { label: t('pixRules.column.activated_by'), value: rules.activated_by, wide: true },
          { label: t('pixRules.column.activated_at'), value: moment(rules.activated_at), wide: true },
        ]}
      />
    </Card>
  )
}
