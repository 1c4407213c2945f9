import { hasText, type Language, type Translate } from '../../../app/i18n'
import { defineActs } from '../../../kit/act/defineActs'
import type { PlanWords } from '../../../kit/command/plan'
import { formatMoney } from '../../../kit/format'
import styles from '../../registers.module.css'
import { type Split, wordOf } from '../split'

const planned = (t: Translate, language: Language): PlanWords => ({
  field: (name) => {
    const key = `payoutSplits.column.${name}`
    return hasText(key) ? t(key) : null
  },
  value: (field, value) => {
    if (value === null || value === '') return '—'
    if (typeof value === 'object') return formatMoney(value, language)
    return field === 'status' ? wordOf(t, 'status', String(value)) : String(value)
  },
})

/** What can be done with a split. */
export default defineActs<{ split: Split }>()(
  {
    texts: ['payoutSplits'],
    look: styles.text,
    ids: ({ split }) => ({ id: split.id }),
    subject: ({ split }) => ({ thing: split.company_name }),
    values: ({ split }) => ({ name: split.name, version: String(split.version) }),
    plan: ({ t, language }) => planned(t, language),
    fields: 'payoutSplits.field',
  },
  {
    approve: {
      command: 'payouts:split:decide',
      title: 'payoutSplits.approve.title',
      submit: 'payoutSplits.approve.submit',
      text: 'payoutSplits.approve.text',
      fixed: { decision: 'approve' },
    },
    activate: {
      command: 'payouts:split:decide',
      title: 'payoutSplits.activate.title',
      submit: 'payoutSplits.activate.submit',
      text: 'payoutSplits.activate.text',
      fixed: { decision: 'activate' },
    },
    retire: {
      command: 'payouts:split:decide',
      title: 'payoutSplits.retire.title',
      submit: 'payoutSplits.retire.submit',
      text: 'payoutSplits.retire.text',
      danger: true,
      fixed: { decision: 'retire' },
    },
    run: {
      command: 'payouts:split:run',
      title: 'payoutSplits.run.title',
      submit: 'payoutSplits.run.submit',
      text: 'payoutSplits.run.text',
      done: 'payoutSplits.run.done',
    },
  },
)
