import { useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import { Card } from '../../ui/Card'
import type { ChargeRecord } from '../charge'
import styles from './PixCode.module.css'

/** The code turns into a tick where somebody was looking at it as it was paid; who comes later sees the sums alone. */
export function PaidMoment({ charge }: { charge: ChargeRecord }) {
  const t = useT('payin')
  const language = useLanguage()
  const [before] = useState(charge.paid_at)
  if (before || !charge.paid_at) return null
  return (
    <Card>
      <div className={styles.paid} role="status">
        <svg className={styles.tick} viewBox="0 0 64 64" width={64} height={64} aria-hidden>
          <circle cx={32} cy={32} r={28} pathLength={1} />
          <path d="M20 33l8 8 16-17" pathLength={1} />
        </svg>
        {t('payin.code.paid', { amount: formatMoney(charge.amount, language) })}
      </div>
    </Card>
  )
}
