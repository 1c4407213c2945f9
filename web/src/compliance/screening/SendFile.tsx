import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { useAct } from '../../kit/export/useAct'
import hidden from '../../kit/hidden.module.css'
import { Button } from '../../ui/Button'
import { MAY_WRITE } from './screening'

/** A button that chooses a file and sends it. */
export function SendFile({
  label,
  accept,
  send,
}: {
  label: string
  accept: string
  send: (file: File) => Promise<unknown>
}) {
  const t = useT('screening')
  const input = useRef<HTMLInputElement>(null)
  const { act, busy } = useAct()
  if (!may(MAY_WRITE)) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className={hidden.hidden}
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) act(() => send(file))
          // The same file can be chosen again after it was refused.
          target.value = ''
        }}
      />
      <Button
        variant="secondary"
        busy={busy}
        icon={<FileUp size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {busy ? t('screening.upload.sending') : label}
      </Button>
    </>
  )
}
