import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../app/i18n'
import { Button, type ButtonProps } from '../../ui/Button'
import type { Exported } from './wanted'

const load = () => import('./ExportDialog')
const ExportDialog = lazy(load)

/** Opens the window in which the list becomes a file. */
export function ExportButton({ variant = 'ghost', ...exported }: Exported & Pick<ButtonProps, 'variant'>) {
  const t = useT('kit')
  const [open, setOpen] = useState(false)
  const warm = () => void load()
  return (
    <>
      <Button
        variant={variant}
        icon={<Download size={18} strokeWidth={1.75} />}
        title={t('kit.list.export')}
        aria-haspopup="dialog"
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setOpen(true)}
      >
        <span data-word>{t('kit.list.export')}</span>
      </Button>
      <Suspense>{open && <ExportDialog {...exported} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
