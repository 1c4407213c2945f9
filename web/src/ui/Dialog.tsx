import { lazy, Suspense } from 'react'
import type { DialogWindowProps } from './DialogWindow'

const load = () => import('./DialogWindow')
const DialogWindow = lazy(load)

/** Fetches the code of dialogs ahead; spread over the control that opens one. */
export const warmDialog = { onPointerEnter: () => void load(), onFocus: () => void load() }

export interface DialogProps extends DialogWindowProps {
  open: boolean
}

/** A window over the page. Its code is loaded when it first opens, or earlier by `warmDialog`. */
export function Dialog({ open, ...rest }: DialogProps) {
  return <Suspense>{open && <DialogWindow {...rest} />}</Suspense>
}
