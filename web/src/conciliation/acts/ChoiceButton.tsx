import type { ReactNode } from 'react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import type { ChoiceFormProps } from './ChoiceForm'

const form = lazyDialog(() => import('./ChoiceForm'))

export interface ChoiceButtonProps extends Omit<ChoiceFormProps, 'onClose'> {
  permissions: readonly string[]
  variant?: 'primary' | 'secondary'
  size?: 'small'
  disabled?: boolean
  icon?: ReactNode
}

/** One choice of a Command as a button. */
export function ChoiceButton({
  permissions,
  variant = 'secondary',
  size,
  disabled,
  icon,
  ...given
}: ChoiceButtonProps) {
  const t = useT('conciliation')
  return (
    <CommandButton
      dialog={form}
      given={given}
      permissions={permissions}
      anyMerchant
      variant={variant}
      {...(size && { size })}
      {...(disabled && { disabled })}
      {...(icon !== undefined && { icon })}
    >
      {t(`conciliation.act.${given.choice}`)}
    </CommandButton>
  )
}
