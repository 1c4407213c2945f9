import { useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import type { BulkBarProps } from '../kit/list/selection'
import { MAY_DECIDE } from './approvals'

const approve = lazyDialog(() => import('./commands/ApproveMany'))

/** As many as the server takes with one code. */
const MOST = 50

/** Approves what is ticked; only what a person has ticked themselves, one by one or page by page. */
export function BulkApprove({ selection, clear }: BulkBarProps) {
  const t = useT('approvals')
  if (selection.kind !== 'ids') return <p>{t('approvals.many.tick', { most: MOST })}</p>
  const ids = [...selection.ids]
  return (
    <CommandButton
      dialog={approve}
      given={{ ids, clear }}
      permissions={MAY_DECIDE}
      anyMerchant
      disabled={ids.length > MOST}
      title={ids.length > MOST ? t('approvals.many.tick', { most: MOST }) : undefined}
    >
      {t('approvals.approve.open')}
    </CommandButton>
  )
}
