import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney, formatNumber, formatPercent } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import styles from '../../rules/rules.module.css'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import type { Simulated } from './rules'
import own from './rules.module.css'

type Told = components['schemas']['RulesSimulation']

const DAYS = ['1', '7', '30', '90']

/** What a version would have done with the charges of past days, beside what the rules in force do. */
export function Simulation({ id }: { id: string }) {
  const t = useT('common', 'pixRules')
  const [days, setDays] = useState('7')
  const run = useMutation<Told, unknown, number>({
    mutationFn: (given) =>
      body(api.POST('/v1/payin/rules/{id}/simulate', { params: { path: { id } }, body: { days: given } })),
  })
  return (
    <Card title={t('pixRules.simulation.title')}>
      <div className={styles.form}>
        <p>{t('pixRules.simulation.text')}</p>
        <div className={own.bar}>
          <Field label={t('pixRules.simulation.days')}>
            {(control) => (
              <Select
                id={control.id}
                options={DAYS.map((value) => ({
                  value,
                  label: t('pixRules.simulation.last', { count: Number(value) }),
                }))}
                value={days}
                onChange={setDays}
              />
            )}
          </Field>
          <Button
            variant="secondary"
            busy={run.isPending}
            icon={<FlaskConical size={18} strokeWidth={1.75} />}
            onClick={() => run.mutate(Number(days))}
          >
            {t('pixRules.simulation.run')}
          </Button>
        </div>
        <div aria-live="polite">
          {run.error !== null && (
            <Banner tone="error" role="alert">
              {linesOf(t, run.error).join('. ')}
            </Banner>
          )}
          {run.data && <Result told={run.data} />}
        </div>
      </div>
    </Card>
  )
}

function Result({ told }: { told: Told }) {
  const t = useT('pixRules')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  return (
    <div className={styles.form}>
      <p>
        {t(told.sampled ? 'pixRules.simulation.sampled' : 'pixRules.simulation.all', {
          charges: number(told.charges),
          looked: number(told.looked_at),
          changed: number(told.changed),
        })}
      </p>
      <div className={own.sides}>
        <Side title={t('pixRules.simulation.these')} said={told.these} looked={told.looked_at} />
        <Side title={t('pixRules.simulation.active')} said={told.active} looked={told.looked_at} />
      </div>
    </div>
  )
}

function Side({ title, said, looked }: { title: string; said: Simulated; looked: number }) {
  const t = useT('pixRules')
  const language = useLanguage()
  const percent = (count: number, all: number) => formatPercent(String((count / all) * 100), language)
  const rows = [
    ...said.processors.map(({ processor, name, count, amount }) => ({
      key: processor ?? 'none',
      name: name ?? t('pixRules.simulation.no_processor'),
      count,
      amount,
    })),
    {
      key: 'block',
      name: t('pixRules.simulation.blocked'),
      count: said.blocked,
      amount: said.blocked_amount,
    },
    {
      key: 'review',
      name: t('pixRules.simulation.reviewed'),
      count: said.reviewed,
      amount: said.reviewed_amount,
    },
  ]
  return (
    <section className={own.side} aria-label={title}>
      <h3 className={styles.name}>{title}</h3>
      <MiniTable
        label={title}
        columns={[
          { key: 'name', title: t('pixRules.simulation.what') },
          { key: 'count', title: t('pixRules.simulation.count'), end: true },
          { key: 'amount', title: t('pixRules.simulation.amount'), end: true },
        ]}
        rows={rows.map(({ key, name, count, amount }) => ({
          key,
          cells: [
            name,
            looked ? `${formatNumber(count, language)} (${percent(count, looked)})` : '0',
            formatMoney(amount, language),
          ],
        }))}
      />
      <p className={styles.rest}>
        {[
          ...said.groups.map(({ name, count }) => `${name}: ${formatNumber(count, language)}`),
          t('pixRules.simulation.unmatched', { count: formatNumber(said.unmatched, language) }),
        ].join(' · ')}
      </p>
    </section>
  )
}
