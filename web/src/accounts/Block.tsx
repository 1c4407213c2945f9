import { useT } from '../app/i18n'
import type { CommandProps } from '../kit/command/CommandButton'
import { CommandForm } from '../kit/command/CommandForm'
import { type AccountRecord, nameOf, wordOf } from './accounts'
import { planWords } from './planWords'
import { useSaved } from './useSaved'

/** Blocks an account, or lets it move again, for a reason that stays on record. */
export default function Block({
  account,
  on,
  onClose,
}: CommandProps & { account: AccountRecord; on: boolean }) {
  const t = useT('common', 'kit', 'companies')
  const saved = useSaved()
  const key = on ? 'companies.block' : 'companies.unblock'
  return (
    <CommandForm
      command={on ? 'accounts:account:block' : 'accounts:account:unblock'}
      ids={{ id: String(account.id) }}
      subject={`${nameOf(t, account)} · ${account.company_name}`}
      title={t(on ? 'companies.accounts.block' : 'companies.accounts.unblock')}
      submit={t(`${key}.submit`)}
      texts={key}
      danger={on}
      initial={on ? { direction: 'both' } : undefined}
      options={{
        direction: ['both', 'in', 'out'].map((value) => ({ value, label: wordOf(t, 'blocked', value) })),
      }}
      words={planWords(t)}
      onDone={() => {
        onClose()
        saved()
      }}
      onClose={onClose}
    />
  )
}
