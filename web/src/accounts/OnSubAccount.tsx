import { useT } from '../app/i18n'
import type { CommandProps } from '../kit/command/CommandButton'
import { CommandForm } from '../kit/command/CommandForm'
import { type AccountRecord, nameOf } from './accounts'
import { useSaved } from './useSaved'

type Given = Record<string, string | number | null>

/** What the form begins with: as it is. */
const INITIAL: Record<string, (account: AccountRecord) => Given> = {
  rename: ({ alias }) => ({ alias: alias ?? '' }),
  limit: ({ most_once, most_day }) => ({
    most_once: most_once?.amount ?? null,
    most_day: most_day?.amount ?? null,
  }),
}

/** Gives a sub-account another name or other limits, or closes it. */
export default function OnSubAccount({
  account,
  what,
  onClose,
}: CommandProps & { account: AccountRecord; what: 'rename' | 'limit' | 'close' }) {
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
      initial={INITIAL[what]?.(account)}
      text={what !== 'rename' && <p>{t(`${key}.text`)}</p>}
      onDone={() => {
        onClose()
        saved()
      }}
      onClose={onClose}
    />
  )
}
