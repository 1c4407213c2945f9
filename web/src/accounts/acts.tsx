import { defineActs } from '../kit/act/defineActs'
import { type AccountRecord, nameOf, wordOf } from './accounts'
import { planWords } from './planWords'

/** What can be done with an account; what it is called, its limits and its end are a sub-account's alone. */
export default defineActs<{ account: AccountRecord }>()(
  {
    texts: ['companies'],
    ids: ({ account }) => ({ id: String(account.id) }),
    subject: ({ account }, { t }) => `${nameOf(t, account)} · ${account.company_name}`,
    done: 'companies.saved',
  },
  {
    block: {
      command: 'accounts:account:block',
      title: 'companies.accounts.block',
      submit: 'companies.block.submit',
      fields: 'companies.block',
      danger: true,
      initial: () => ({ direction: 'both' }),
      options: (_, { t }) => ({
        direction: ['both', 'in', 'out'].map((value) => ({ value, label: wordOf(t, 'blocked', value) })),
      }),
      plan: ({ t }) => planWords(t),
    },
    unblock: {
      command: 'accounts:account:unblock',
      title: 'companies.accounts.unblock',
      submit: 'companies.unblock.submit',
      fields: 'companies.unblock',
      plan: ({ t }) => planWords(t),
    },
    rename: {
      command: 'accounts:sub_account:rename',
      title: 'companies.rename.title',
      submit: 'companies.rename.submit',
      fields: 'companies.rename',
      initial: ({ account: { alias } }) => ({ alias: alias ?? '' }),
    },
    limit: {
      command: 'accounts:sub_account:limit',
      title: 'companies.limit.title',
      submit: 'companies.limit.submit',
      text: 'companies.limit.text',
      fields: 'companies.limit',
      initial: ({ account: { most_once, most_day } }) => ({
        most_once: most_once?.amount ?? null,
        most_day: most_day?.amount ?? null,
      }),
    },
    close: {
      command: 'accounts:sub_account:close',
      title: 'companies.close.title',
      submit: 'companies.close.submit',
      text: 'companies.close.text',
      fields: 'companies.close',
      danger: true,
    },
  },
)
