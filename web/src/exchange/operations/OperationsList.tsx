import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { MAY_TRADE } from '../exchange'
import { OPERATIONS } from './list'

const quote = lazyDialog(() => import('./commands/Quote'))

export function QuoteButton() {
  const t = useT('exchange')
  return (
    <CommandButton
      dialog={quote}
      given={{}}
      permissions={MAY_TRADE}
      icon={<Plus size={18} strokeWidth={1.75} />}
    >
      {t('exchange.quote.open')}
    </CommandButton>
  )
}

/** Operations of exchange. */
export function OperationsList() {
  const t = useT('kit', 'exchange')
  return (
    <ResourceList
      list={OPERATIONS}
      title={t('exchange.operations.title')}
      caption={t('exchange.operations.caption')}
      actions={<QuoteButton />}
    />
  )
}
