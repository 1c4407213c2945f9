import { lazy, type ReactNode, Suspense, startTransition, useState } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { Button, type ButtonProps } from '../../ui/Button'

/** What every dialog of a Command is given. */
export interface CommandProps {
  onClose: () => void
}

type Draws<P> = (props: P) => ReactNode
type Load<P> = () => Promise<{ default: Draws<P> }>

export interface CommandButtonProps<P> extends Omit<ButtonProps, 'onClick'> {
  /** The dialog; its code is fetched when somebody points at the button or brings the keyboard to it. */
  dialog: LazyDialog<P>
  /** What the dialog needs beside `onClose`. */
  given: Omit<P, keyof CommandProps>
  /** Any of these is enough; who has none does not see the button. */
  permissions: readonly string[]
  /** It acts on something that is no merchant's alone, so nobody has to be chosen for it. */
  anyMerchant?: boolean
}

export interface LazyDialog<P> {
  load: Load<P>
  Dialog: Draws<P>
  /** What was fetched; null until it is there. */
  fetched: () => Draws<P> | null
}

export function lazyDialog<P extends CommandProps>(load: Load<P>): LazyDialog<P> {
  let there: Draws<P> | null = null
  const fetch = async () => {
    const part = await load()
    there = part.default
    return part
  }
  return { load: fetch, Dialog: lazy<Draws<P>>(fetch), fetched: () => there }
}

/** Opens the dialog of a Command. Commands act on one merchant, so with all of them in sight it waits for a choice. */
export function CommandButton<P extends CommandProps>({
  dialog: { load, Dialog, fetched },
  given,
  permissions,
  anyMerchant = false,
  ...button
}: CommandButtonProps<P>) {
  const t = useT('common')
  const [Open, setOpen] = useState<Draws<P> | null>(null)
  const one = useStore(settings, ({ account }) => anyMerchant || (account !== null && account.id !== 'all'))
  if (!may(permissions)) return null
  const warm = () => void load()
  const press = () => {
    const Fetched = fetched()
    // In the frame of the press. As a transition it waits for its code; else React keeps the empty fallback for 300 ms.
    if (Fetched) setOpen(() => Fetched)
    else startTransition(() => setOpen(() => Dialog))
  }
  return (
    <>
      <Button
        {...button}
        disabled={!one || button.disabled}
        title={one ? button.title : t('common.account_required')}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={press}
      />
      <Suspense>
        {Open && <Open {...({ ...given, onClose: () => setOpen(null) } as unknown as P)} />}
      </Suspense>
    </>
  )
}
