import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { Loaded } from '../../kit/record/Loaded'
import { useRecord } from '../../kit/record/useRecord'
import { VersionRecord } from '../../rules/VersionRecord'
import { EmptyState } from '../../ui/EmptyState'
import { Editor } from './Editor'
import { Groups } from './Groups'
import { RulesActions } from './RulesActions'
import { MAY_RULES, RULES_PATH, type Rules, SEE_RULES } from './rules'
import { Simulation } from './Simulation'

/** One version of the rules: its groups, which a draft lets be written, and what it would have done. */
export function RulesPage() {
  const t = useT('common')
  if (!may(SEE_RULES)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <Asked />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const rules = useRecord(
    'payin.rules.one',
    id,
    (signal) => body(api.GET('/v1/payin/rules/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={rules}>{(found) => <Record rules={found} />}</Loaded>
}

function Record({ rules }: { rules: Rules }) {
  const t = useT('pixRules')
  return (
    <VersionRecord
      version={rules}
      list={{ label: t('pixRules.title'), to: RULES_PATH }}
      subtitle={t('pixRules.groups.count', { count: rules.groups.length })}
      subject="payin-rules"
      permissions={MAY_RULES}
      actions={<RulesActions rules={rules} />}
      editor={<Editor rules={rules} />}
      groups={<Groups rules={rules} />}
      trial={<Simulation key={rules.revision} id={rules.id} />}
    />
  )
}
