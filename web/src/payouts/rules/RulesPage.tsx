import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { DraftedPage } from '../../kit/command/DraftedPage'
import { StatusWord } from '../../kit/list/Cell'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { BacktestCard } from './BacktestCard'
import { Editor } from './Editor'
import { Groups } from './Groups'
import { People } from './People'
import { RulesActions } from './RulesActions'
import { MAY_RULES, RULES_PATH, RULES_STATUSES, type Rules } from './rules'

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
  const t = useT('kit', 'pixRules', 'payoutRules')
  const language = useLanguage()
  const title = `${rules.number} · ${rules.name}`
  const written = rules.status === 'draft' && may(MAY_RULES)
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutRules.title'), to: RULES_PATH }, { label: title }]}
          title={title}
          status={<StatusWord values={RULES_STATUSES} value={rules.status} text={{ t, language }} />}
          subtitle={t('payoutRules.count', { count: rules.groups.length })}
          actions={<RulesActions rules={rules} />}
        />
      }
      situation={
        rules.status === 'draft' &&
        may(MAY_RULES) &&
        !rules.may_approve && <Banner tone="info">{t('pixRules.approve.own')}</Banner>
      }
      main={
        <>
          {written ? (
            // Another revision begins anew: what somebody else wrote is not mixed with what is being typed.
            <DraftedPage of={`rules ${rules.id} ${rules.revision}`}>
              <Editor rules={rules} />
            </DraftedPage>
          ) : (
            <Groups rules={rules} />
          )}
          <BacktestCard backtest={rules.backtest} />
        </>
      }
      side={<People rules={rules} />}
      tabs={[trailTab(t, 'payout-rules', rules.id)]}
    />
  )
}
