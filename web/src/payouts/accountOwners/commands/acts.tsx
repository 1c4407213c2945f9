import { type ActTools, defineActs } from '../../../kit/act/defineActs'
import styles from '../../registers.module.css'
import { registersPlan } from '../../registersPlan'
import { METHODS, type Owner, ownerPath, TYPES, wordOf } from '../owner'

const types = ({ t }: ActTools) => ({
  account_type: TYPES.map((value) => ({ value, label: wordOf(t, 'account_type', value) })),
})

/** What can be done with an account owner. */
export default defineActs<{ owner: Owner }>()(
  {
    texts: ['payoutRegisters'],
    look: styles.text,
    ids: ({ owner }) => ({ id: owner.id }),
    subject: ({ owner }) => ({ thing: owner.company_name }),
    values: ({ owner }) => ({ name: owner.name, version: owner.next?.version ?? owner.version }),
    fields: 'payoutRegisters.owner.field',
    plan: ({ t, language }) =>
      registersPlan(t, language, 'payoutRegisters', (field, value) =>
        field === 'status' ? wordOf(t, 'owner_state', value) : value,
      ),
  },
  {
    revise: {
      command: 'payouts:account_owner:revise',
      title: 'payoutRegisters.owner.revise.title',
      submit: 'payoutRegisters.owner.revise.submit',
      text: 'payoutRegisters.owner.revise.text',
      initial: ({ owner }) => {
        const from = owner.next ?? owner
        return {
          name: from.name,
          // A person's document is masked: it is typed again.
          document: from.document.includes('*') ? '' : from.document,
          ispb: from.ispb,
          account_type: from.account_type,
          branch: from.branch,
          number: from.number.slice(0, -1),
          digit: from.number.slice(-1),
          valid_from: from.valid_from,
          valid_to: from.valid_to ?? '',
          cnab_code: from.cnab_code ?? '',
          receipt_text: from.receipt_text ?? '',
        }
      },
      options: (_, tools) => types(tools),
    },
    verify: {
      command: 'payouts:account_owner:verify',
      title: 'payoutRegisters.owner.verify.title',
      submit: 'payoutRegisters.owner.verify.submit',
      text: 'payoutRegisters.owner.verify.text',
    },
    activate: {
      command: 'payouts:account_owner:activate',
      title: 'payoutRegisters.owner.activate.title',
      submit: 'payoutRegisters.owner.activate.submit',
      text: 'payoutRegisters.owner.activate.text',
    },
    retire: {
      command: 'payouts:account_owner:retire',
      title: 'payoutRegisters.owner.retire.title',
      submit: 'payoutRegisters.owner.retire.submit',
      text: 'payoutRegisters.owner.retire.text',
      danger: true,
    },
    set_agreement: {
      command: 'payouts:account_owner:set_agreement',
      title: 'payoutRegisters.owner.set_agreement.title',
      submit: 'payoutRegisters.owner.set_agreement.submit',
      text: 'payoutRegisters.owner.set_agreement.text',
      fields: 'payoutRegisters.owner.agreement_field',
      initial: () => ({ method: 'pix', last_nsa: 0 }),
      options: (_, { t }) => ({
        method: METHODS.map((value) => ({ value, label: wordOf(t, 'method', value) })),
      }),
    },
    add_signer: {
      command: 'payouts:account_owner:add_signer',
      title: 'payoutRegisters.owner.add_signer.title',
      submit: 'payoutRegisters.owner.add_signer.submit',
      fields: 'payoutRegisters.owner.signer_field',
    },
    remove_signer: {
      command: 'payouts:account_owner:remove_signer',
      title: 'payoutRegisters.owner.remove_signer.title',
      submit: 'payoutRegisters.owner.remove_signer.submit',
      danger: true,
      initial: ({ owner }) => ({ signer: owner.signers[0]?.id ?? '' }),
      options: ({ owner }) => ({
        signer: owner.signers.map(({ id, name }) => ({ value: id, label: name })),
      }),
    },
  },
)

/** Writes down an account owner. */
export const AddOwner = defineActs<{ what: 'add' }, { id: string }>()(
  { texts: ['payoutRegisters'], look: styles.text, ids: () => ({}) },
  {
    add: {
      command: 'payouts:account_owner:add',
      title: 'payoutRegisters.owner.add.title',
      submit: 'payoutRegisters.owner.add.submit',
      text: 'payoutRegisters.owner.add.text',
      fields: 'payoutRegisters.owner.field',
      initial: () => ({ account_type: 'CACC' }),
      options: (_, tools) => types(tools),
      plan: ({ t, language }) => registersPlan(t, language, 'payoutRegisters'),
      after: ({ id }, { go }) => {
        if (id) go(ownerPath(id))
      },
    },
  },
)
