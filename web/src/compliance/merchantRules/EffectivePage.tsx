import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import {
  type Effective,
  type EffectiveRule,
  MATRIX_PATH,
  MAY_WRITE,
  STATES,
  shownValue,
  signOf,
  wordOf,
} from './rule'
import styles from './rules.module.css'
import { TryCharge } from './TryCharge'

const set = lazyDialog(() => import('./commands/SetRule'))
const acts = lazyDialog(() => import('./commands/acts'))
/** As many as the server tells of. */
const MOST = 100

/** The rules of one merchant: their order, their numbers, each from where. */
export function EffectivePage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(
    'compliance.merchant_rules',
    id,
    (signal) =>
      body(
        api.GET('/v1/compliance/merchant-rules/{merchant}', { params: { path: { merchant: id } }, signal }),
      ),
    () => false,
  )
  return <Loaded query={found}>{(rules) => <Page rules={rules} />}</Loaded>
}

function Page({ rules }: { rules: Effective }) {
  const t = useT('common', 'kit', 'merchantRules')
  const currency = rules.limits.find(({ amount }) => amount)?.amount?.currency ?? 'BRL'
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('merchantRules.title'), to: MATRIX_PATH }, { label: rules.merchant_name }]}
          title={rules.merchant_name}
          status={null}
          subtitle={t('merchantRules.version', { number: rules.version, name: rules.version_name })}
        />
      }
      main={
        <>
          <Card title={t('merchantRules.card.rules')}>
            {rules.rules.length === 0 ? (
              <EmptyState title={t('merchantRules.none')} hint={t('merchantRules.none_hint')} />
            ) : (
              <ol className={styles.rules}>
                {rules.rules.map((rule) => (
                  <Rule key={rule.position} rule={rule} of={rules} currency={currency} />
                ))}
              </ol>
            )}
          </Card>
          <TryCharge merchant={rules.merchant_id} currency={currency} />
          <History rules={rules} />
        </>
      }
      side={
        <Card title={t('merchantRules.card.limits')}>
          <Facts
            facts={rules.limits.map(({ name, amount, source }) => ({
              label: wordOf(t, 'limit', name),
              value: amount ? (
                <>
                  <Money value={amount} /> <small>{wordOf(t, 'source', source)}</small>
                </>
              ) : (
                t('merchantRules.no_limit')
              ),
            }))}
          />
        </Card>
      }
      raw={rules}
    />
  )
}

interface RuleProps {
  rule: EffectiveRule
  of: Effective
  currency: string
}

function Rule({ rule, of: { merchant_id: merchant, merchant_name: name }, currency }: RuleProps) {
  const t = useT('merchantRules')
  const language = useLanguage()
  const { own } = rule
  return (
    <li className={styles.rule}>
      <div className={styles.head}>
        <strong>
          {rule.position}. {rule.rule}
        </strong>
        <StatusWord values={STATES} value={rule.state} text={{ t, language }} />
        <span className={styles.does}>
          {wordOf(t, 'action', rule.action)}
          {rule.action !== rule.base_action &&
            ` (${t('merchantRules.instead_of', { action: wordOf(t, 'action', rule.base_action) })})`}
        </span>
      </div>
      {rule.numbers.length > 0 ? (
        <ul className={styles.numbers}>
          {rule.numbers.map(({ fact, operator, threshold, source }) => (
            <li key={`${fact}${operator}${threshold}${source}`}>
              {wordOf(t, 'fact', fact)} {signOf(operator)}{' '}
              <strong>{shownValue(t, language, fact, threshold, currency)}</strong>{' '}
              <small>{wordOf(t, 'source', source)}</small>
            </li>
          ))}
        </ul>
      ) : (
        <code>{rule.condition || t('merchantRules.always')}</code>
      )}
      {own && (
        <p>
          {own.reason} <small>{own.asked_by}</small>
          {own.until && (
            <>
              {' · '}
              {t('merchantRules.column.until')} <DateTime at={own.until} year="always" />
            </>
          )}
        </p>
      )}
      <div className={styles.acts}>
        {own === null && rule.base_action !== 'block' && (
          <CommandButton
            dialog={set}
            given={{ merchant, name, rule: rule.rule, base: rule.base_action, off: false }}
            permissions={MAY_WRITE}
            anyMerchant
            variant="secondary"
          >
            {t('merchantRules.set.open')}
          </CommandButton>
        )}
        {own === null && rule.base_action !== 'share' && (
          <CommandButton
            dialog={set}
            given={{ merchant, name, rule: rule.rule, base: rule.base_action, off: true }}
            permissions={MAY_WRITE}
            anyMerchant
            variant="secondary"
          >
            {t('merchantRules.off.open')}
          </CommandButton>
        )}
        {own?.status === 'proposed' && (
          <CommandButton
            dialog={acts}
            given={{ id: own.id, name: rule.rule, what: 'decide' }}
            permissions={MAY_WRITE}
            anyMerchant
            disabled={!rule.may_decide}
            title={rule.may_decide ? undefined : t('merchantRules.own')}
          >
            {t('merchantRules.decide.open')}
          </CommandButton>
        )}
        {own?.status === 'active' && (
          <CommandButton
            dialog={acts}
            given={{ id: own.id, name: rule.rule, what: 'clear' }}
            permissions={MAY_WRITE}
            anyMerchant
            variant="secondary"
            disabled={!rule.may_clear}
            title={rule.may_clear ? undefined : t('merchantRules.own')}
          >
            {t('merchantRules.clear.open')}
          </CommandButton>
        )}
      </div>
    </li>
  )
}

function History({ rules: { history } }: { rules: Effective }) {
  const t = useT('merchantRules')
  if (history.length === 0) return null
  return (
    <Card title={t('merchantRules.card.history')}>
      <MiniTable
        label={t('merchantRules.card.history')}
        most={MOST}
        columns={[
          { key: 'at', title: t('merchantRules.column.asked_at') },
          { key: 'rule', title: t('merchantRules.column.rule'), wide: true },
          { key: 'kind', title: t('merchantRules.column.kind') },
          { key: 'by', title: t('merchantRules.column.asked_by'), wide: true },
          { key: 'status', title: t('merchantRules.column.status') },
        ]}
        rows={history.map(({ id, asked_at, rule, kind, asked_by, status }) => ({
          key: id,
          cells: [
            <DateTime key="at" at={asked_at} />,
            rule,
            wordOf(t, 'action', kind),
            asked_by,
            wordOf(t, 'status', status),
          ],
        }))}
      />
    </Card>
  )
}
