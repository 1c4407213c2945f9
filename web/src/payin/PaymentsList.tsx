import { Plus } from 'lucide-react'
import { useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { ResourceList } from '../kit/list/ResourceList'
import type { Search } from '../kit/list/search'
import { rowsAhead } from '../kit/list/useRows'
import { MAY_CHARGE } from './charge'
import { CHARGES, CHARGES_OF_ALL } from './list'
import { PayinTabs } from './PayinTabs'
import { ReviewsLink } from './ReviewsLink'
import { StatusTiles } from './StatusTiles'
import { TestPayment } from './TestPayment'

const newCharge = lazyDialog(() => import('./commands/NewCharge'))

const listOf = (all: boolean) => (all ? CHARGES_OF_ALL : CHARGES)

export const ahead = (search: Search) => rowsAhead(listOf(settings.get().account?.id === 'all'), search)

/** Every charge of the merchant and what became of it. */
export function PaymentsList() {
  const t = useT('kit', 'payin')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={listOf(all)}
      title={t('payin.title')}
      actions={
        <>
          <ReviewsLink />
          <TestPayment />
          <CommandButton
            dialog={newCharge}
            given={{}}
            permissions={MAY_CHARGE}
            icon={<Plus size={18} strokeWidth={1.75} />}
          >
            {t('payin.new.open')}
          </CommandButton>
        </>
      }
      tabs={<PayinTabs />}
      Summary={StatusTiles}
    />
  )
}
