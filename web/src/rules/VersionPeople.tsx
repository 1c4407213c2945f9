import { useT } from '../app/i18n'
import { DateTime } from '../kit/DateTime'
import { Facts } from '../kit/record/Facts'
import { Card } from '../ui/Card'
import type { Version } from './version'

/** Who wrote a version, agreed to it and put it into force. */
export function VersionPeople({ version }: { version: Version }) {
  const t = useT('pixRules')
  const moment = (at: string | null) => at && <DateTime at={at} />
  return (
    <Card title={t('pixRules.people')}>
      <Facts
        facts={[
          { label: t('pixRules.column.written_by'), value: version.written_by, wide: true },
          { label: t('pixRules.column.updated_at'), value: moment(version.updated_at), wide: true },
          { label: t('pixRules.column.approved_by'), value: version.approved_by, wide: true },
          { label: t('pixRules.column.activated_by'), value: version.activated_by, wide: true },
          { label: t('pixRules.column.activated_at'), value: moment(version.activated_at), wide: true },
        ]}
      />
    </Card>
  )
}
