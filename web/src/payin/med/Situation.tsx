import { Clock, TriangleAlert } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney, formatTime } from '../../kit/format'
import { Banner } from '../../ui/Banner'
import type { CaseRecord } from './case'
import { DueIn } from './DueIn'

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
const TOLD = new Set(['to_answer', 'in_analysis', 'agreed', 'recovering'])

/** What a person should know first: what is waited for, until when, and what happens without them. */
export function Situation({ found }: { found: CaseRecord }) {
  const t = useT('med')
  const language = useLanguage()
  const { status, due_at, missing, request_id } = found
  if (!TOLD.has(status) || !due_at) return null
  const waiting = status === 'agreed' && !request_id ? 'agreed_unasked' : status
  const values = {
    until: formatTime(due_at, language),
    missing: formatMoney(missing, language),
  }
  const asked = status === 'to_answer'
  return (
    <Banner
      tone={asked ? 'atention' : 'awaiting'}
      icon={asked ? <TriangleAlert {...ICON} /> : <Clock {...ICON} />}
      action={<DueIn until={due_at} />}
    >
      <strong>{t(`med.situation.${waiting}`, values)}</strong>
      <p>{t(`med.situation.${waiting}_next`, values)}</p>
    </Banner>
  )
}
