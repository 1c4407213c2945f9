import { useQueryClient } from '@tanstack/react-query'
import { useT } from '../app/i18n'
import { showAlert } from '../app/state'
import type { CommandProps } from '../kit/command/CommandButton'
import { CommandForm } from '../kit/command/CommandForm'
import { type AccountRecord, wordOf } from './accounts'

/** Blocks an account, or lets it move again, for a reason that stays on record. */
export default function Block({
  account,
  on,
  onClose,
}: CommandProps & { account: AccountRecord; on: boolean }) {
  const t = useT('common', 'kit', 'companies')
  const client = useQueryClient()
  const key = on ? 'companies.block' : 'companies.unblock'
  return (
    <CommandForm
      command={on ? 'accounts:account:block' : 'accounts:account:unblock'}
      ids={{ id: String(account.id) }}
      subject={`${wordOf(t, 'account', account.code)} · ${account.company_name}`}
      title={t(on ? 'companies.accounts.block' : 'companies.accounts.unblock')}
      submit={t(`${key}.submit`)}
      texts={key}
      danger={on}
      initial={on ? { direction: 'both' } : undefined}
      options={{
        direction: ['both', 'in', 'out'].map((value) => ({ value, label: wordOf(t, 'blocked', value) })),
      }}
      words={{
        account: (code) => wordOf(t, 'account', code),
        field: (name) => wordOf(t, 'column', name),
        value: (_, value) =>
          typeof value === 'boolean'
            ? t(value ? 'companies.yes' : 'companies.no')
            : typeof value === 'string'
              ? value
              : '—',
      }}
      onDone={() => {
        onClose()
        showAlert('success', t('companies.saved'))
        void client.invalidateQueries({
          predicate: ({ queryKey: [first, name] }) =>
            first === 'trail' ||
            ((first === 'list' || first === 'record') && /^(accounts|companies)\./.test(String(name))),
        })
      }}
      onClose={onClose}
    />
  )
}
