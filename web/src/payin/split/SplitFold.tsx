import { lazy, Suspense } from 'react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import type { Errors } from '../../kit/command/CommandDialog'
import { Fold } from '../due/Fold'
import type { SplitForm } from './splitForm'

const SEES_RECIPIENTS = ['payin::recipients:read']
const SplitPart = lazy(() => import('./SplitPart'))

interface SplitFoldProps {
  form: SplitForm
  /** What is divided; null: it is not known yet. */
  amount: number | null
  errors: Errors
  onChange: (form: SplitForm) => void
}

/** Who gets what of what is asked for, behind its name; for who sees recipients. */
export function SplitFold(props: SplitFoldProps) {
  const t = useT('payin')
  if (!may(SEES_RECIPIENTS)) return null
  const open = Object.keys(props.errors).some((field) => field.startsWith('split'))
  return (
    <Fold title={t('payin.new.split')} open={open} late>
      <Suspense>
        <SplitPart {...props} />
      </Suspense>
    </Fold>
  )
}
