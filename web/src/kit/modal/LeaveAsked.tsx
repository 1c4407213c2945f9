import { lazy, Suspense } from 'react'
import type { LeaveQuestionProps } from './LeaveQuestion'

const LeaveQuestion = lazy(() => import('./LeaveQuestion'))

/** The question before something is left, while it is asked; its code comes with the first of them. */
export function LeaveAsked({ asked, ...question }: LeaveQuestionProps & { asked: boolean }) {
  return <Suspense>{asked && <LeaveQuestion {...question} />}</Suspense>
}
