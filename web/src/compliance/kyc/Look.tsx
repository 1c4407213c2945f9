import { lazy, type ReactNode, Suspense, startTransition, useState } from 'react'
import styles from './kyc.module.css'

const WINDOWS = {
  company: lazy(() => import('./CompanyWindow')),
  request: lazy(() => import('./RequestWindow')),
}

/** Shows a record in a window over the one that is being worked on, so that nobody loses their place. */
export function Look({ of, id, children }: { of: keyof typeof WINDOWS; id: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const Window = WINDOWS[of]
  return (
    <>
      <button type="button" className={styles.look} onClick={() => startTransition(() => setOpen(true))}>
        {children}
      </button>
      <Suspense>{open && <Window id={id} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
