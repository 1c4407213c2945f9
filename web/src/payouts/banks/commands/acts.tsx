import { defineActs } from '../../../kit/act/defineActs'
import { bankName } from '../../../kit/place/bankName'
import styles from '../../registers.module.css'
import { registersPlan } from '../../registersPlan'
import { type Bank, DIGIT_RULES, wordOf } from '../bank'

/** What staff say of a bank, and what its accounts look like. */
export default defineActs<{ bank: Bank }>()(
  {
    texts: ['payoutBanks'],
    look: styles.text,
    ids: ({ bank }) => ({ id: bank.ispb }),
    subject: ({ bank }) => ({ thing: bankName(bank.name) }),
    values: ({ bank }) => ({ name: bankName(bank.name) }),
    plan: ({ t, language }) =>
      registersPlan(t, language, 'payoutBanks', (field, value) =>
        field === 'mark'
          ? wordOf(t, 'state', value)
          : field === 'digit_rule'
            ? wordOf(t, 'digit_rule', value)
            : value,
      ),
  },
  {
    mark: {
      command: 'payouts:bank:mark',
      title: 'payoutBanks.mark.title',
      submit: 'payoutBanks.mark.submit',
      text: 'payoutBanks.mark.text',
      fields: 'payoutBanks.mark',
      initial: () => ({ state: 'down', hours: 2 }),
      options: (_, { t }) => ({
        state: ['down', 'up'].map((value) => ({ value, label: wordOf(t, 'state', value) })),
      }),
    },
    unmark: {
      command: 'payouts:bank:unmark',
      title: 'payoutBanks.unmark.title',
      submit: 'payoutBanks.unmark.submit',
      text: 'payoutBanks.unmark.text',
      fields: 'payoutBanks.unmark',
    },
    rule: {
      command: 'payouts:bank:set_rule',
      title: 'payoutBanks.rule.title',
      submit: 'payoutBanks.rule.submit',
      text: 'payoutBanks.rule.text',
      fields: 'payoutBanks.rule',
      initial: ({ bank: { branch_most, number_least, number_most, digit_rule } }) => ({
        branch_most,
        number_least,
        number_most,
        digit_rule,
      }),
      options: (_, { t }) => ({
        digit_rule: DIGIT_RULES.map((value) => ({ value, label: wordOf(t, 'digit_rule', value) })),
      }),
    },
  },
)
