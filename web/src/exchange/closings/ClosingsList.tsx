import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { MAY_TRADE } from '../exchange'
import { OPERATIONS } from '../operations/list'
import { QuoteButton } from '../operations/OperationsList'
import { CLOSINGS } from './list'

const draft = lazyDialog(() => import('./commands/Draft'))

/** Staff close operations of many merchants with a bank; a merchant closes its own by booking what it was quoted. */
export function ClosingsList() {
  const t = useT('kit', 'exchange')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  if (!staff) {
    return (
      <ResourceList
        list={OPERATIONS}
        title={t('exchange.closings.own_title')}
        caption={t('exchange.closings.own_caption')}
        actions={<QuoteButton />}
      />
    )
  }
  return (
    <ResourceList
      list={CLOSINGS}
      title={t('exchange.closings.title')}
      caption={t('exchange.closings.caption')}
      actions={
        <CommandButton
          dialog={draft}
          given={{}}
          permissions={MAY_TRADE}
          anyMerchant
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('exchange.draft.open')}
        </CommandButton>
      }
    />
  )
}
