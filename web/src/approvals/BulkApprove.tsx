import { useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import type { BulkBarProps } from '../kit/list/selection'
import { type ApprovalRow, MAY_DECIDE } from './approvals'

const approve = lazyDialog(() => import('./commands/ApproveMany'))

/** As many as the server takes with one code. */
const MOST = 50

/** Approves what is ticked; only what a person has ticked themselves, one by one or page by page. */
export function BulkApprove({ selection, clear }: BulkBarProps) {
  const t = useT('approvals')
  if (selection.kind !== 'ids') return <p>{t('approvals.many.tick', { most: MOST })}</p>
  // What is ticked are rows of this list.
  const requests = [...selection.rows.values()] as ApprovalRow[]
  return (
    <CommandButton
      dialog={approve}
      given={{ requests, clear }}
      permissions={MAY_DECIDE}
      anyMerchant
      disabled={requests.length > MOST}
      title={requests.length > MOST ? t('approvals.many.tick', { most: MOST }) : undefined}
    >
      {t('approvals.approve.open')}
    </CommandButton>
  )
}
