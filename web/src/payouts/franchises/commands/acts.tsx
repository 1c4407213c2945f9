import { defineActs } from '../../../kit/act/defineActs'
import styles from '../../registers.module.css'
import { registersPlan } from '../../registersPlan'
import { type Unit, unitPath, wordOf } from '../unit'

interface Option {
  value: string
  label: string
}

interface Given {
  unit: Unit
  /** Units that may get of its budget. */
  others: readonly Option[]
  /** Bank accounts at which it may be paid. */
  accounts: readonly Option[]
}

/** What can be done with a franchise unit. */
export default defineActs<Given>()(
  {
    texts: ['payoutRegisters'],
    look: styles.text,
    ids: ({ unit }) => ({ id: unit.id }),
    subject: ({ unit }) => ({ thing: unit.company_name }),
    values: ({ unit }) => ({ name: unit.name }),
    plan: ({ t, language }) =>
      registersPlan(t, language, 'payoutRegisters', (field, value) =>
        field === 'status' ? wordOf(t, 'unit_status', value) : value,
      ),
  },
  {
    change: {
      command: 'payouts:franchise:change',
      title: 'payoutRegisters.unit.change.title',
      submit: 'payoutRegisters.unit.change.submit',
      fields: 'payoutRegisters.unit.field',
      initial: ({ unit: { name, contract, valid_from, valid_to, royalty, budget } }) => ({
        name,
        contract,
        valid_from,
        valid_to: valid_to ?? '',
        royalty,
        budget: budget?.amount ?? null,
      }),
    },
    suspend: {
      command: 'payouts:franchise:suspend',
      title: 'payoutRegisters.unit.suspend.title',
      submit: 'payoutRegisters.unit.suspend.submit',
      text: 'payoutRegisters.unit.suspend.text',
      fields: 'payoutRegisters.unit.field',
      danger: true,
    },
    reactivate: {
      command: 'payouts:franchise:reactivate',
      title: 'payoutRegisters.unit.reactivate.title',
      submit: 'payoutRegisters.unit.reactivate.submit',
      text: 'payoutRegisters.unit.reactivate.text',
      fields: 'payoutRegisters.unit.field',
    },
    move: {
      command: 'payouts:franchise:move_budget',
      title: 'payoutRegisters.unit.move.title',
      submit: 'payoutRegisters.unit.move.submit',
      text: 'payoutRegisters.unit.move.text',
      fields: 'payoutRegisters.unit.field',
      initial: ({ others }) => ({ to: others[0]?.value ?? '' }),
      options: ({ others }) => ({ to: others }),
    },
    add_owner: {
      command: 'payouts:franchise:add_owner',
      title: 'payoutRegisters.unit.add_owner.title',
      submit: 'payoutRegisters.unit.add_owner.submit',
      fields: 'payoutRegisters.unit.owner_field',
    },
    remove_owner: {
      command: 'payouts:franchise:remove_owner',
      title: 'payoutRegisters.unit.remove_owner.title',
      submit: 'payoutRegisters.unit.remove_owner.submit',
      fields: 'payoutRegisters.unit.field',
      danger: true,
      initial: ({ unit }) => ({ owner: unit.owners[0]?.id ?? '' }),
      options: ({ unit }) => ({ owner: unit.owners.map(({ id, name }) => ({ value: id, label: name })) }),
    },
    add_destination: {
      command: 'payouts:franchise:add_destination',
      title: 'payoutRegisters.unit.add_destination.title',
      submit: 'payoutRegisters.unit.add_destination.submit',
      text: 'payoutRegisters.unit.add_destination.text',
      fields: 'payoutRegisters.unit.field',
      initial: ({ accounts }) => ({ bank_account: accounts[0]?.value ?? '' }),
      options: ({ accounts }) => ({ bank_account: accounts }),
    },
    remove_destination: {
      command: 'payouts:franchise:remove_destination',
      title: 'payoutRegisters.unit.remove_destination.title',
      submit: 'payoutRegisters.unit.remove_destination.submit',
      fields: 'payoutRegisters.unit.field',
      danger: true,
      initial: ({ unit }) => ({ bank_account: unit.destinations[0]?.id ?? '' }),
      options: ({ unit }) => ({
        bank_account: unit.destinations.map(({ id, nickname }) => ({ value: id, label: nickname })),
      }),
    },
  },
)

/** Adds a unit. */
export const AddUnit = defineActs<{ what: 'add' }, { id: string }>()(
  { texts: ['payoutRegisters'], look: styles.text, ids: () => ({}) },
  {
    add: {
      command: 'payouts:franchise:add',
      title: 'payoutRegisters.unit.add.title',
      submit: 'payoutRegisters.unit.add.submit',
      fields: 'payoutRegisters.unit.field',
      lead: ['name', 'document'],
      plan: ({ t, language }) => registersPlan(t, language, 'payoutRegisters'),
      after: ({ id }, { go }) => {
        if (id) go(unitPath(id))
      },
    },
  },
)
