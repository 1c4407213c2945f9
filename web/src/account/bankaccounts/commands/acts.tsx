import { trustedDeleted } from '../../../app/state'
import { defineActs } from '../../../kit/act/defineActs'
import { NeedsTwoFactor } from '../../../kit/place/NeedsTwoFactor'
import { planWords } from '../../transfers/transfer'

/** What can be done with a bank account. */
export default defineActs<{ id: string }>()(
  {
    texts: ['transfers'],
    above: <NeedsTwoFactor />,
    plan: ({ t, language }) => planWords(t, language, 'account_status'),
  },
  {
    verify: {
      command: 'account:bank_account:verify',
      title: 'transfers.verify.title',
      submit: 'transfers.verify.submit',
      text: 'transfers.verify.text',
      done: 'transfers.verify.done',
      fields: 'transfers.verify',
    },
    make_default: {
      command: 'account:bank_account:make_default',
      title: 'transfers.make_default.title',
      submit: 'transfers.make_default.submit',
      text: 'transfers.make_default.text',
      done: 'transfers.make_default.done',
      fields: 'transfers.make_default',
    },
    disable: {
      command: 'account:bank_account:disable',
      title: 'transfers.disable.title',
      submit: 'transfers.disable.submit',
      text: 'transfers.disable.text',
      done: 'transfers.disable.done',
      fields: 'transfers.disable',
      danger: true,
      after: (_, __, { id }) => trustedDeleted(id),
    },
  },
)
