import type { ComponentProps } from 'react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { MAY_WRITE } from './kyc'

const acts = lazyDialog(() => import('./acts'), { size: 'medium' })
export type ActName = ComponentProps<typeof acts.Dialog>['what']
export type ActGiven = Omit<ComponentProps<typeof acts.Dialog>, 'what' | 'onClose'>

const WORDS: Partial<Record<ActName, string>> = {
  document: 'kyc.acts.document',
  decide: 'kyc.acts.confirm',
  lead_check: 'kyc.acts.check',
}

/** A button for something that can be done with a request, a proposal or a lead. */
export function Act({
  what,
  given,
  permissions = MAY_WRITE,
  label,
  variant = 'secondary',
  disabled = false,
  warning,
}: {
  what: ActName
  given: ActGiven
  permissions?: readonly string[]
  label?: string
  variant?: 'primary' | 'secondary' | 'danger'
  disabled?: boolean
  /** Of what cannot be undone: it is read before the window opens. */
  warning?: string
}) {
  const t = useT('kyc')
  return (
    <CommandButton
      dialog={acts}
      given={{ what, ...given }}
      permissions={permissions}
      anyMerchant
      variant={variant}
      disabled={disabled}
      warning={warning}
    >
      {label ?? t(WORDS[what] ?? `kyc.acts.${what}`)}
    </CommandButton>
  )
}
