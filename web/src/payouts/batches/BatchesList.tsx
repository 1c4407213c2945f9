import { ClipboardPaste } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { PaymentTabs } from '../PaymentTabs'
import { Bring } from './Bring'
import { MAY_PAY } from './batch'
import { BATCHES } from './list'

const paste = lazyDialog(() => import('./commands/Paste'))

/** Files of payments: they are brought here, and each says how far it is. */
export function BatchesList() {
  const t = useT('kit', 'payoutBatches')
  return (
    <ResourceList
      list={BATCHES}
      title={t('payoutBatches.title')}
      actions={
        <CommandButton
          dialog={paste}
          given={{}}
          permissions={MAY_PAY}
          variant="secondary"
          icon={<ClipboardPaste size={18} strokeWidth={1.75} />}
        >
          {t('payoutBatches.paste.open')}
        </CommandButton>
      }
      tabs={<PaymentTabs />}
      Summary={Bring}
    />
  )
}
