import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { extents, notOf, orderPath, TYPES, wordOf } from '../order'

/** Registers a court's order; another person executes it. */
export default function RegisterOrder({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'judicialOrders')
  const navigate = useNavigate()
  return (
    <CommandForm<components['schemas']['JudicialOrder']>
      command="compliance:judicial_order:register"
      subject={{ thing: t('judicialOrders.title') }}
      title={t('judicialOrders.register.title')}
      submit={t('judicialOrders.register.submit')}
      texts="judicialOrders.fields"
      lead={['type', 'protocol', 'about', 'extent', 'amount']}
      initial={{ type: 'block', extent: 'all' }}
      options={{
        type: TYPES.map((value) => ({ value, label: wordOf(t, 'type', value) })),
        extent: extents(t),
      }}
      hidden={notOf}
      needed={() => ['type', 'about', 'extent', 'amount', 'viewers']}
      text={<p>{t('judicialOrders.register.text')}</p>}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: orderPath(id) })
      }}
      onClose={onClose}
    />
  )
}
