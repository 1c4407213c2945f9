import { ArrowUpRight } from 'lucide-react'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { PaymentTabs } from '../PaymentTabs'
import { PAYMENTS, PAYMENTS_OF_ALL } from './list'
import { MAY_PAY } from './payment'

const pay = lazyDialog(() => import('./commands/Pay'))

/** Every payment of the merchant and what became of it. */
export function PaymentsList() {
  const t = useT('kit', 'payoutPayments')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  return (
    <ResourceList
      list={all ? PAYMENTS_OF_ALL : PAYMENTS}
      title={t('payoutPayments.title')}
      tabs={<PaymentTabs />}
      actions={
        <CommandButton
          dialog={pay}
          given={{}}
          permissions={MAY_PAY}
          icon={<ArrowUpRight size={18} strokeWidth={1.75} />}
        >
          {t('payoutPayments.pay.open')}
        </CommandButton>
      }
    />
  )
}
