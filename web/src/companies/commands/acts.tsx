import type { Translate } from '../../app/i18n'
import { type ActTools, defineActs } from '../../kit/act/defineActs'
import type { StoredFile } from '../../kit/files/Files'
import { type CompanyRecord, type Contract, LIMITS, type Partner, wordOf } from '../companies'
import { planWords } from '../planWords'
import { checkPartner, pepOptions } from './partner'

interface Of {
  company: CompanyRecord
}

const words = (t: Translate, group: string, names: readonly string[]) =>
  names.map((value) => ({ value, label: wordOf(t, group, value) }))
const plan = ({ t, language }: ActTools) => planWords(t, language)
const idOf = ({ company }: Of) => ({ id: String(company.id) })
const nameOf = ({ company }: Of) => company.name

/** What is done to a company. */
export default defineActs<Of>()(
  { texts: ['companies'], ids: idOf, subject: nameOf, done: 'companies.saved' },
  {
    move: {
      command: 'companies:company:move',
      title: 'companies.move.title',
      submit: 'companies.move.submit',
      fields: 'companies.move',
      initial: ({ company }) => ({ to: company.moves[0] ?? '' }),
      options: ({ company }, { t }) => ({ to: words(t, 'status', company.moves) }),
      plan,
    },
    block: {
      command: 'companies:company:block',
      title: 'companies.block.title',
      submit: 'companies.block.submit',
      fields: 'companies.block',
      danger: true,
      initial: () => ({ direction: 'both' }),
      options: (_, { t }) => ({ direction: words(t, 'blocked', ['both', 'in', 'out']) }),
      plan,
    },
    unblock: {
      command: 'companies:company:unblock',
      title: 'companies.unblock.title',
      submit: 'companies.unblock.submit',
      fields: 'companies.unblock',
      plan,
    },
    add_partner: {
      command: 'companies:partner:add',
      title: 'companies.add_partner.title',
      submit: 'companies.add_partner.submit',
      fields: 'companies.add_partner',
      options: (_, { t }) => ({ pep_type: pepOptions(t) }),
      check: checkPartner,
    },
    attribute: {
      command: 'companies:attribute:set',
      title: 'companies.attribute.title',
      submit: 'companies.attribute.submit',
      fields: 'companies.attribute',
    },
    limit: {
      command: 'companies:limit:set',
      title: 'companies.limit.title',
      submit: 'companies.limit.submit',
      fields: 'companies.limit',
      initial: () => ({ kind: 'charge' }),
      options: (_, { t }) => ({ kind: words(t, 'column', LIMITS) }),
      plan,
    },
    fee: {
      command: 'companies:fee:set',
      title: 'companies.fee.title',
      submit: 'companies.fee.submit',
      fields: 'companies.fee',
      initial: ({ company: { fee } }) => ({ percentage: fee.own ? fee.percentage : '' }),
      plan,
    },
    payout: {
      command: 'companies:payout:set',
      title: 'companies.payout.title',
      submit: 'companies.payout.submit',
      fields: 'companies.payout',
      initial: ({ company: { payout } }) => ({
        fee: payout.own.includes('fee') ? payout.fee.amount : null,
        cooling_off_hours: payout.own.includes('cooling_off_hours') ? String(payout.cooling_off_hours) : '',
      }),
      plan,
    },
    contract: {
      command: 'companies:contract:add',
      title: 'companies.contract.title',
      submit: 'companies.contract.submit',
      fields: 'companies.contract',
    },
    sub_account: {
      command: 'accounts:sub_account:open',
      title: 'companies.sub_account.title',
      submit: 'companies.sub_account.submit',
      fields: 'companies.sub_account',
    },
  },
)

/** What is done to a contract of a company; it and its papers stay on record. */
export const ContractActs = defineActs<Of & { contract: Contract }>()(
  {
    texts: ['companies'],
    ids: (given) => ({ ...idOf(given), contract: given.contract.id }),
    subject: nameOf,
    values: ({ contract }) => ({ name: contract.name }),
  },
  {
    end: {
      command: 'companies:contract:end',
      title: 'companies.end_contract.title',
      submit: 'companies.end_contract.submit',
      text: 'companies.end_contract.text',
      fields: 'companies.end_contract',
      done: 'companies.saved',
      danger: true,
    },
  },
)

/** What is done to a file of a contract. */
export const ContractFileActs = defineActs<Of & { contract: Contract; file: StoredFile }>()(
  {
    texts: ['companies'],
    ids: (given) => ({ ...idOf(given), contract: given.contract.id, file: given.file.id }),
    subject: nameOf,
    values: ({ contract, file }) => ({ name: file.name, contract: contract.name }),
  },
  {
    remove: {
      command: 'companies:contract:remove_file',
      title: 'companies.contract_file.title',
      submit: 'companies.contract_file.remove',
      text: 'companies.contract_file.text',
      fields: 'companies.contract_file',
      danger: true,
    },
  },
)

/** What is done to a partner of a company; what they were stays on record. */
export const PartnerActs = defineActs<Of & { partner: Partner }>()(
  {
    texts: ['companies'],
    ids: (given) => ({ ...idOf(given), partner: given.partner.id }),
    values: ({ partner }) => ({ name: partner.name }),
    done: 'companies.saved',
  },
  {
    /** A masked number is typed anew: nobody sends back what they could not read. */
    change: {
      command: 'companies:partner:change',
      title: 'companies.change_partner.title',
      submit: 'common.action.save',
      fields: 'companies.add_partner',
      subject: ({ partner }) => partner.name,
      initial: ({ partner: { name, document, pep_type, share } }) => ({
        name,
        document: document.includes('*') ? '' : document,
        pep_type: pep_type ?? '',
        share: share ?? '',
      }),
      options: (_, { t }) => ({ pep_type: pepOptions(t) }),
      check: checkPartner,
      plan,
    },
    remove: {
      command: 'companies:partner:remove',
      title: 'companies.remove_partner.title',
      submit: 'companies.remove_partner.submit',
      text: 'companies.remove_partner.text',
      fields: 'companies.remove_partner',
      subject: nameOf,
      danger: true,
    },
  },
)
