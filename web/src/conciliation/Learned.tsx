import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { formatExactPercent, formatNumber } from '../kit/format'
import { MiniTable } from '../kit/record/MiniTable'
import { Card } from '../ui/Card'
import { MAY_WRITE, wordOf } from './conciliation'

const write = lazyDialog(() => import('./acts/WriteRule'))

/** A share of one as percent: "0.9812" → "98.12". */
const percentOf = (share: string) => (Math.round(Number(share) * 10_000) / 100).toFixed(2)

/** Texts of banks that people always match alike; each becomes a rule with one button. */
export function Learned() {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const learned = useQuery({
    queryKey: ['conciliation', 'learned'],
    queryFn: ({ signal }) => body(api.GET('/v1/conciliation/learned', { signal })),
  })
  const texts = learned.data ?? []
  return (
    <Card title={t('conciliation.rule.learned')} flush={texts.length > 0}>
      {texts.length === 0 ? (
        <p>{t('conciliation.rule.learned_none')}</p>
      ) : (
        <MiniTable
          label={t('conciliation.rule.learned_text')}
          columns={[
            { key: 'account', title: t('conciliation.column.account') },
            { key: 'shape', title: t('conciliation.rule.line'), wide: true },
            { key: 'expected', title: t('conciliation.rule.expected'), wide: true },
            { key: 'cases', title: t('conciliation.rule.cases'), end: true },
            { key: 'bound', title: t('conciliation.rule.bound'), end: true },
            { key: 'make', title: '' },
          ]}
          rows={texts.map((each) => ({
            key: `${each.account_id}${each.shape}${each.expected}`,
            cells: [
              each.account_name,
              <code key="shape">{each.shape}</code>,
              wordOf(t, 'journal', each.expected.replaceAll('.', '_')),
              formatNumber(each.cases, language),
              formatExactPercent(percentOf(each.lower_bound), language),
              <CommandButton
                key="make"
                dialog={write}
                given={{
                  from: {
                    account: each.account_id,
                    rung: 'learned',
                    name: each.shape.slice(0, 80),
                    shape: each.shape,
                    expected: each.expected,
                    cause: null,
                    tolerance: 0,
                  },
                }}
                permissions={MAY_WRITE}
                anyMerchant
                variant="secondary"
                size="small"
                disabled={!each.ready}
                icon={<Plus size={16} strokeWidth={1.75} />}
              >
                {t('conciliation.rule.make')}
              </CommandButton>,
            ],
          }))}
        />
      )}
    </Card>
  )
}
