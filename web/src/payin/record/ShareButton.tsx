import { Share2 } from 'lucide-react'
import { lazy, Suspense, startTransition, useState } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { warmDialog } from '../../ui/Dialog'
import type { Shared } from './ShareSheet'

const ShareSheet = lazy(() => import('./ShareSheet'))

/** Opens the sheet from which a code is handed on. */
export function ShareButton({ shared, disabled }: { shared: Shared; disabled?: boolean }) {
  const t = useT('payin')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...warmDialog}
        wide
        disabled={disabled}
        icon={<Share2 size={18} strokeWidth={1.75} />}
        onClick={() => startTransition(() => setOpen(true))}
      >
        {t('payin.code.share')}
      </Button>
      <Suspense>{open && <ShareSheet shared={shared} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
