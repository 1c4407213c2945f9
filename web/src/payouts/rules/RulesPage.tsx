import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { Loaded } from '../../kit/record/Loaded'
import { useRecord } from '../../kit/record/useRecord'
import { VersionRecord } from '../../rules/VersionRecord'
import { BacktestCard } from './BacktestCard'
import { Editor } from './Editor'
import { Groups } from './Groups'
import { RulesActions } from './RulesActions'
import { MAY_RULES, RULES_PATH, type Rules } from './rules'

/** One version of the rules for payments: its groups, which a draft lets be written, and what it would have done. */
export function RulesPage() {
  const { id = '' } = useParams({ strict: false })
  const rules = useRecord(
    'payouts.rules.one',
    id,
    (signal) => body(api.GET('/v1/payouts/rules/{id}', { params: { path: { id } }, signal })),
    (found) => found.backtest?.status === 'asked',
  )
  return <Loaded query={rules}>{(found) => <Record rules={found} />}</Loaded>
}

function Record({ rules }: { rules: Rules }) {
  const t = useT('payoutRules')
  return (
    <VersionRecord
      version={rules}
      list={{ label: t('payoutRules.title'), to: RULES_PATH }}
      subtitle={t('payoutRules.count', { count: rules.groups.length })}
      subject="payout-rules"
      permissions={MAY_RULES}
      actions={<RulesActions rules={rules} />}
      editor={<Editor rules={rules} />}
      groups={<Groups rules={rules} />}
      trial={<BacktestCard backtest={rules.backtest} />}
    />
  )
}
