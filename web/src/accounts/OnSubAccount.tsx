import { useT } from '../app/i18n'
import type { CommandProps } from '../kit/command/CommandButton'
import { CommandForm } from '../kit/command/CommandForm'
import { type AccountRecord, nameOf } from './accounts'
import { useSaved } from './useSaved'

/** Gives a sub-account another name, or closes it. */
export default function OnSubAccount({
  account,
  what,
  onClose,
}: CommandProps & { account: AccountRecord; what: 'rename' | 'close' }) {
  const t = useT('common', 'kit', 'companies')
  const saved = useSaved()
  const key = `companies.${what}`
  return (
    <CommandForm
      command={`accounts:sub_account:${what}`}
      ids={{ id: String(account.id) }}
      subject={`${nameOf(t, account)} · ${account.company_name}`}
      title={t(`${key}.title`)}
      submit={t(`${key}.submit`)}
      texts={key}
      danger={what === 'close'}
      initial={what === 'rename' ? { alias: account.alias ?? '' } : undefined}
      text={what === 'close' && <p>{t('companies.close.text')}</p>}
      onDone={() => {
        onClose()
        saved()
      }}
      onClose={onClose}
    />
  )
}
