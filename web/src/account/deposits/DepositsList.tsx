import { QrCode } from 'lucide-react'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { DEPOSITS, DEPOSITS_OF_ALL } from './list'

const code = lazyDialog(() => import('./DepositCode'))

/** Money that came to the account without a charge, and where it can be sent to. */
export function DepositsList() {
  const t = useT('kit', 'deposits')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? DEPOSITS_OF_ALL : DEPOSITS}
      title={t('deposits.title')}
      actions={
        <CommandButton
          dialog={code}
          given={{}}
          permissions={['payout::deposit:read']}
          icon={<QrCode size={18} strokeWidth={1.75} />}
        >
          {t('deposits.code.open')}
        </CommandButton>
      }
    />
  )
}
