import { ArrowUpRight } from 'lucide-react'
import { useT } from '../../app/i18n'
import { authentication, settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { PaymentTabs } from '../PaymentTabs'
import { PAYMENTS, PAYMENTS_OF_ALL, PAYMENTS_TO_STAFF } from './list'
import { MAY_PAY } from './payment'

const pay = lazyDialog(() => import('./commands/Pay'))

/** Every payment of the merchant and what became of it. */
export function PaymentsList() {
  const t = useT('kit', 'payoutPayments')
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  return (
    <ResourceList
      list={all ? PAYMENTS_OF_ALL : staff ? PAYMENTS_TO_STAFF : PAYMENTS}
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
