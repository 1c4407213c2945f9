import { Link, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { formatAmount, formatDay, formatMoney, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { MiniTable } from '../kit/record/MiniTable'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { useRecord } from '../kit/record/useRecord'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { ChoiceButton } from './acts/ChoiceButton'
import { linePath, MAY_WRITE, RULE_STATES, RULES_PATH, type Rule, wordOf } from './conciliation'
import { Story } from './Story'

const write = lazyDialog(() => import('./acts/WriteRule'))

/** One rule of matching, with what it would have done. */
export function RuleRecord() {
  const { id = '' } = useParams({ strict: false })
  const rule = useRecord(
    'conciliation.rule',
    id,
    (signal) => body(api.GET('/v1/conciliation/rules/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={rule}>{(found) => <Found rule={found} />}</Loaded>
}

function Found({ rule }: { rule: Rule }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const waits = rule.state === 'draft' || rule.state === 'shadow'
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('conciliation.title.rules'), to: RULES_PATH }, { label: rule.name }]}
          title={rule.name}
          status={<StatusWord values={RULE_STATES} value={rule.state} text={{ t, language }} />}
          subtitle={`${rule.account_name} · ${wordOf(t, 'rule_rung', rule.rung)}`}
          actions={<Acts rule={rule} />}
        />
      }
      situation={waits && rule.mine && <Banner tone="awaiting">{t('conciliation.rule.waits_other')}</Banner>}
      main={
        <>
          <Card title={t('conciliation.rule.facts')}>
            <Facts
              facts={[
                { label: t('conciliation.column.position'), value: formatNumber(rule.position, language) },
                { label: t('conciliation.column.version'), value: formatNumber(rule.version, language) },
                { label: t('conciliation.column.tolerance'), value: formatMoney(rule.tolerance, language) },
                { label: t('conciliation.column.days'), value: formatNumber(rule.days, language) },
                {
                  label: t('conciliation.write_rule.cause'),
                  value: rule.cause && wordOf(t, 'difference', rule.cause),
                },
                { label: t('conciliation.column.pattern'), value: rule.pattern ?? rule.shape, wide: true },
                { label: t('conciliation.write_rule.expected'), value: rule.expected },
                { label: t('conciliation.column.created_by'), value: rule.created_by },
                { label: t('conciliation.column.decided_by'), value: rule.decided_by },
              ]}
            />
          </Card>
          <Rehearsal rule={rule} />
        </>
      }
      side={<Story moments={rule.timeline} />}
      raw={rule}
    />
  )
}

function Acts({ rule }: { rule: Rule }) {
  const t = useT('conciliation')
  const { id, name, state, mine, account_id, tolerance } = rule
  if (state === 'retired') return null
  const shared = { command: 'conciliation:rule:decide', id, thing: name, permissions: MAY_WRITE } as const
  const { rung, position, days, cause, pattern, shape, expected } = rule
  return (
    <>
      <ChoiceButton {...shared} choice="retire" danger />
      <CommandButton
        dialog={write}
        given={{
          from: {
            rung,
            name,
            position,
            days,
            cause,
            pattern,
            shape,
            expected,
            account: account_id,
            tolerance: tolerance.amount,
            replaces: id,
          },
        }}
        permissions={MAY_WRITE}
        anyMerchant
        variant="secondary"
        icon={<Pencil size={18} strokeWidth={1.75} />}
      >
        {t('conciliation.write_rule.next')}
      </CommandButton>
      {state === 'draft' && <ChoiceButton {...shared} choice="shadow" />}
      {state !== 'live' && <ChoiceButton {...shared} choice="live" variant="primary" disabled={mine} />}
    </>
  )
}

/** What it would have found, those that people decided otherwise first. */
function Rehearsal({ rule: { pairs, gained, agreed, otherwise } }: { rule: Rule }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  return (
    <Card title={t('conciliation.rule.rehearsal')} flush={pairs.length > 0}>
      {pairs.length === 0 ? (
        <p>{t('conciliation.rule.nothing')}</p>
      ) : (
        <MiniTable
          label={[
            t('conciliation.rule.gained', { count: gained }),
            t('conciliation.rule.agreed', { count: agreed }),
            t('conciliation.rule.otherwise', { count: otherwise }),
          ].join(', ')}
          columns={[
            { key: 'day', title: t('conciliation.column.day') },
            { key: 'line', title: t('conciliation.rule.line'), wide: true },
            { key: 'judged', title: t('conciliation.rule.judged') },
            { key: 'amount', title: t('conciliation.column.amount'), end: true },
            { key: 'expected', title: t('conciliation.rule.expected'), end: true },
          ]}
          rows={pairs.map((pair) => ({
            key: pair.line_id,
            cells: [
              formatDay(pair.day, language),
              <Link key="line" to={linePath(pair.line_id)}>
                {pair.description || '—'}
              </Link>,
              t(`conciliation.rule.judged_${pair.judged ?? 'none'}`),
              formatAmount(pair.amount, language),
              formatAmount(pair.expected_amount, language),
            ],
          }))}
        />
      )}
    </Card>
  )
}
