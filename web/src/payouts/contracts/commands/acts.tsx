import { type ActTools, defineActs } from '../../../kit/act/defineActs'
import type { PlanWords } from '../../../kit/command/plan'
import styles from '../../registers.module.css'
import { registersPlan } from '../../registersPlan'
import { type Contract, FIELDS, valueOf, wordOf } from '../contract'

interface Given {
  contract: Contract
  /** Which field it is about; empty where the form asks. */
  field: string
}

const fields = (given: Given, { t }: ActTools) => ({
  field: FIELDS.filter((value) => !given.field || given.field === value).map((value) => ({
    value,
    label: wordOf(t, 'contract_field', value),
  })),
})
const named = ({ field }: Given) => ({ field: field || 'payin_fee' })

/** A field's value in use under its name, and its state under the name that follows from it. */
function contractPlan({ t, language }: ActTools): PlanWords {
  const plan = registersPlan(t, language, 'payoutRegisters')
  const fieldOf = (name: string) => FIELDS.find((field) => field === name || `${field}_state` === name)
  return {
    field: (name) => {
      const field = fieldOf(name)
      if (!field) return plan.field(name)
      const word = wordOf(t, 'contract_field', field)
      return field === name ? word : t('payoutRegisters.contract.field_state', { field: word })
    },
    value: (name, value) => {
      const field = fieldOf(name)
      if (!field || typeof value !== 'string' || value === '') return plan.value(name, value)
      return field === name ? valueOf(t, language, field, value) : wordOf(t, 'contract_state', value)
    },
  }
}

/** What can be done with a merchant's contract. */
export default defineActs<Given>()(
  {
    texts: ['payoutRegisters'],
    look: styles.text,
    ids: ({ contract }) => ({ id: String(contract.id) }),
    subject: ({ contract }) => contract.name,
    values: ({ contract }) => ({ name: contract.name }),
    fields: 'payoutRegisters.contract.field',
    plan: (tools) => contractPlan(tools),
  },
  {
    check: {
      command: 'payouts:contract:check',
      title: 'payoutRegisters.contract.check.title',
      submit: 'payoutRegisters.contract.check.submit',
      text: 'payoutRegisters.contract.check.text',
    },
    source: {
      command: 'payouts:contract:record_source',
      title: 'payoutRegisters.contract.source.title',
      submit: 'payoutRegisters.contract.source.submit',
      text: 'payoutRegisters.contract.source.text',
      fields: 'payoutRegisters.contract.source_field',
      initial: named,
      options: fields,
    },
    accept: {
      command: 'payouts:contract:accept',
      title: 'payoutRegisters.contract.accept.title',
      submit: 'payoutRegisters.contract.accept.submit',
      text: 'payoutRegisters.contract.accept.text',
      initial: named,
      options: fields,
    },
    take: {
      command: 'payouts:contract:take',
      title: 'payoutRegisters.contract.take.title',
      submit: 'payoutRegisters.contract.take.submit',
      text: 'payoutRegisters.contract.take.text',
      initial: named,
      options: fields,
    },
    stop: {
      command: 'payouts:contract:stop',
      title: 'payoutRegisters.contract.stop.title',
      submit: 'payoutRegisters.contract.stop.submit',
      text: 'payoutRegisters.contract.stop.text',
      danger: true,
    },
  },
)

/** Says which differences stop payouts, of every merchant. */
export const BlockingActs = defineActs<object>()(
  { texts: ['payoutRegisters'], look: styles.text, ids: () => ({}) },
  {
    set: {
      command: 'payouts:contract:set_blocking',
      title: 'payoutRegisters.contract.blocking.title',
      submit: 'payoutRegisters.contract.blocking.submit',
      text: 'payoutRegisters.contract.blocking.text',
      fields: 'payoutRegisters.contract.blocking_field',
      subject: (_, { t }) => ({ thing: t('payoutRegisters.contract.blocking.subject') }),
      plan: ({ t, language }) =>
        registersPlan(t, language, 'payoutRegisters', (_, value) =>
          t(value === 'true' ? 'payoutRegisters.yes' : 'payoutRegisters.no'),
        ),
    },
  },
)
