import { lazy, memo, Suspense, startTransition, useState } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { closeAlert, settings, showAlert } from '../../app/state'
import { useStore } from '../../app/store'
import { Button, type ButtonProps } from '../../ui/Button'
import { Drafted, openerOf, useReopening } from './draft'
import { type Draws, type Fetched, type Frame, type Size, useDrawnAhead } from './useDrawnAhead'

/** What every dialog of a Command is given. */
export interface CommandProps {
  onClose: () => void
}

type Load<P> = () => Promise<{ default: Draws<P> }>

export interface CommandButtonProps<P> extends Omit<ButtonProps, 'onClick'> {
  /** The dialog; its code is fetched when the pointer or the focus reaches the button. */
  dialog: LazyDialog<P>
  /** What the dialog needs beside `onClose`. */
  given: Omit<P, keyof CommandProps>
  /** Any of these is enough; who has none does not see the button. */
  permissions: readonly string[]
  /** It acts on something that is no merchant's alone, so nobody has to be chosen for it. */
  anyMerchant?: boolean
  /** A warning shown first, for what cannot be undone: a full-screen alert whose button is disabled until it can have been read. */
  warning?: string | undefined
}

/** Seconds that the button of a warning waits. */
const READING = 3

export interface LazyDialog<P> extends Fetched<P> {
  load: Load<P>
  Dialog: Draws<P>
}

export interface LazyDialogOptions {
  /** False for what is no window from the start, because it waits for an answer first: it is not drawn before it opens. */
  ahead?: boolean
  /** Of the window that it begins with, for its frame stands before it. */
  size?: Size
}

export function lazyDialog<P extends CommandProps>(
  load: Load<P>,
  { ahead = true, size = 'small' }: LazyDialogOptions = {},
): LazyDialog<P> {
  let there: Draws<P> | null = null
  let frame: Frame | null = null
  const fetch = async () => {
    const [part, framed] = await Promise.all([load(), ahead ? import('../../ui/DialogFrame') : null])
    // A dialog that was rendered ahead is not rendered again.
    there ??= ahead ? memo(part.default) : part.default
    frame = framed && framed.FrameAhead
    return part
  }
  return { load: fetch, Dialog: lazy<Draws<P>>(fetch), fetched: () => there, frame: () => frame, size }
}

/** Opens the dialog of a Command. Commands act on one merchant, so with all of them in sight it waits for a choice. */
export function CommandButton<P extends CommandProps>({
  dialog,
  given,
  permissions,
  anyMerchant = false,
  warning,
  ...button
}: CommandButtonProps<P>) {
  const { fetched, Dialog } = dialog
  const t = useT('common')
  const [Open, setOpen] = useState<Draws<P> | null>(null)
  const one = useStore(settings, ({ account }) => anyMerchant || (account !== null && account.id !== 'all'))
  const opener = () => openerOf(button['aria-label'] ?? button.children, given)
  const ahead = useDrawnAhead(dialog, given, opener)
  const ready = one && !button.disabled && may(permissions)
  const [before, forget] = useReopening(
    ready,
    () => [opener()],
    () => setOpen(() => Dialog),
  )
  if (!may(permissions)) return null
  const press = () => {
    if (warning === undefined) begin()
    else
      showAlert('warning', warning, {
        fullScreen: true,
        options: [
          {
            label: t('common.action.continue'),
            color: 'error',
            timeToEnable: READING,
            action: () => {
              closeAlert()
              begin()
            },
          },
        ],
      })
  }
  const begin = () => {
    if (ahead.open()) return
    const Fetched = fetched()
    // In the frame of the press. As a transition it waits for its code; else React keeps the empty fallback for 300 ms.
    if (Fetched) setOpen(() => Fetched)
    else startTransition(() => setOpen(() => Dialog))
  }
  const onClose = () => {
    setOpen(null)
    forget()
  }
  return (
    <>
      <Button
        {...button}
        disabled={!one || button.disabled}
        title={one ? button.title : t('common.account_required')}
        onPointerEnter={ready ? ahead.draw : undefined}
        // A finger leaves with every press, before its click; where it goes on to scroll, the press is cancelled.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && ahead.drop()}
        onPointerCancel={ahead.drop}
        onFocus={ready ? ahead.draw : undefined}
        onBlur={ahead.drop}
        onClick={press}
      />
      <Suspense>
        {Open && (
          <Drafted opener={opener} draft={before}>
            <Open {...({ ...given, onClose } as unknown as P)} />
          </Drafted>
        )}
      </Suspense>
      <Suspense>{ahead.drawn}</Suspense>
    </>
  )
}
