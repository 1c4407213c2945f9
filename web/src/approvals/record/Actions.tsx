import { Check, Forward, Pencil, TriangleAlert, Undo2, X } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { type Approval, MAY_DECIDE } from '../approvals'

const approve = lazyDialog(() => import('../commands/Approve'))
const acts = lazyDialog(() => import('../commands/acts'))
const delegate = lazyDialog(() => import('../commands/Delegate'))
const edit = lazyDialog(() => import('../commands/Edit'))

const EVERYBODY: readonly string[] = []

/** What this person can do with the request as it is now. */
export function Actions({ request }: { request: Approval }) {
  const t = useT('approvals')
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { anyMerchant: true, permissions: MAY_DECIDE } as const
  const { may_decide, may_emergency, may_cancel, may_edit } = request
  return (
    <>
      {may_edit && Object.keys(request.input).length > 0 && (
        <CommandButton
          {...shared}
          permissions={EVERYBODY}
          dialog={edit}
          given={{ request }}
          variant="secondary"
          icon={<Pencil {...icon} />}
        >
          {t('approvals.edit.open')}
        </CommandButton>
      )}
      {may_cancel && (
        <CommandButton
          {...shared}
          permissions={EVERYBODY}
          dialog={acts}
          given={{ request, what: 'cancel' }}
          variant="secondary"
          icon={<Undo2 {...icon} />}
        >
          {t('approvals.cancel.open')}
        </CommandButton>
      )}
      {may_emergency && (
        <CommandButton
          {...shared}
          dialog={approve}
          given={{ request, emergency: true }}
          variant="secondary"
          icon={<TriangleAlert {...icon} />}
        >
          {t('approvals.emergency.open')}
        </CommandButton>
      )}
      {may_decide && (
        <>
          <CommandButton
            {...shared}
            dialog={delegate}
            given={{ request }}
            variant="secondary"
            icon={<Forward {...icon} />}
          >
            {t('approvals.delegate.open')}
          </CommandButton>
          <CommandButton
            {...shared}
            dialog={acts}
            given={{ request, what: 'reject' }}
            variant="secondary"
            icon={<X {...icon} />}
          >
            {t('approvals.reject.open')}
          </CommandButton>
          <CommandButton {...shared} dialog={approve} given={{ request }} icon={<Check {...icon} />}>
            {t('approvals.approve.open')}
          </CommandButton>
        </>
      )}
    </>
  )
}
