import { type Translate, useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm, type CommandFormProps } from '../../kit/command/CommandForm'
import { type CompanyRecord, LIMITS, wordOf } from '../companies'
import { planWords } from '../planWords'
import { useRefresh } from '../useRefresh'
import { checkPartner, pepOptions } from './partner'

type Form = Pick<CommandFormProps<unknown>, 'command' | 'danger' | 'initial' | 'options' | 'check'> & {
  plans?: true
}

const words = (t: Translate, group: string, names: readonly string[]) =>
  names.map((value) => ({ value, label: wordOf(t, group, value) }))

/** What is done to a company with a form that its Command's schema makes. */
const FORMS = {
  move: (t: Translate, { moves }: CompanyRecord): Form => ({
    command: 'companies:company:move',
    initial: { to: moves[0] ?? '' },
    options: { to: words(t, 'status', moves) },
    plans: true,
  }),
  block: (t: Translate): Form => ({
    command: 'companies:company:block',
    danger: true,
    initial: { direction: 'both' },
    options: { direction: words(t, 'blocked', ['both', 'in', 'out']) },
    plans: true,
  }),
  unblock: (): Form => ({ command: 'companies:company:unblock', plans: true }),
  add_partner: (t: Translate): Form => ({
    command: 'companies:partner:add',
    options: { pep_type: pepOptions(t) },
    check: checkPartner,
  }),
  attribute: (): Form => ({ command: 'companies:attribute:set' }),
  limit: (t: Translate): Form => ({
    command: 'companies:limit:set',
    initial: { kind: 'charge' },
    options: { kind: words(t, 'column', LIMITS) },
    plans: true,
  }),
  fee: (_: Translate, { fee }: CompanyRecord): Form => ({
    command: 'companies:fee:set',
    initial: { percentage: fee.own ? fee.percentage : '' },
    plans: true,
  }),
  payout: (_: Translate, { payout: { fee, cooling_off_hours, own } }: CompanyRecord): Form => ({
    command: 'companies:payout:set',
    initial: {
      fee: own.includes('fee') ? fee.amount : null,
      cooling_off_hours: own.includes('cooling_off_hours') ? String(cooling_off_hours) : '',
    },
    plans: true,
  }),
  contract: (): Form => ({ command: 'companies:contract:add' }),
  sub_account: (): Form => ({ command: 'accounts:sub_account:open' }),
}

export interface ActProps extends CommandProps {
  company: CompanyRecord
  what: keyof typeof FORMS
}

export default function Act({ company, what, onClose }: ActProps) {
  const t = useT('common', 'kit', 'companies')
  const language = useLanguage()
  const refresh = useRefresh()
  const { plans, ...form } = FORMS[what](t, company)
  const key = `companies.${what}`
  return (
    <CommandForm
      {...form}
      ids={{ id: String(company.id) }}
      subject={company.name}
      title={t(`${key}.title`)}
      submit={t(`${key}.submit`)}
      texts={key}
      words={plans && planWords(t, language)}
      onDone={() => {
        onClose()
        showAlert('success', t('companies.saved'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
