import { Button, type ButtonProps } from '../../ui/Button'
import { download } from './server'
import { useAct } from './useAct'

export interface DownloadButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Asks for the file; its name comes with the answer. */
  get: () => Promise<{ data: unknown; response: Response }>
}

/** Brings one file to the person's disk, and says in a toast why it could not. */
export function DownloadButton({ get, ...button }: DownloadButtonProps) {
  const { act, busy } = useAct()
  return <Button {...button} busy={busy} onClick={() => act(() => download(get()))} />
}
