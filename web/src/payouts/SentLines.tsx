import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { components } from '../app/api-types'
import { useLanguage, useT } from '../app/i18n'
import { formatAmount, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import type { Status } from '../kit/list/definition'
import { MiniTable } from '../kit/record/MiniTable'
import { paymentOutPath } from '../kit/record/objectPath'
import { Card } from '../ui/Card'
import styles from './SentLines.module.css'

/** One payment of what went to a bank together. */
interface SentLine {
  number: number
  payout_id: string
  payee: string
  merchant: string
  outcome: string
  code: string | null
  amount: components['schemas']['Money']
  /** What the bank knows it by. */
  reference: string | number
  /** In the one column that differs by the way the payments went. */
  own: ReactNode
  /** What the bank says beside the outcome. */
  said?: ReactNode
}

interface SentLinesProps {
  lines: readonly SentLine[]
  outcomes: readonly Status[]
  /** Of the column that differs. */
  own: string
  /** Under the lines, where the server shows only the first of them. */
  rest?: ReactNode
}

/** The payments of a remittance or of a lot, with what the bank made of each. */
export function SentLines({ lines, outcomes, own, rest }: SentLinesProps) {
  const t = useT('kit', 'returns', 'payoutFiles')
  const language = useLanguage()
  return (
    <Card title={t('payoutFiles.lines')} flush>
      <MiniTable
        label={t('payoutFiles.lines')}
        columns={[
          { key: 'number', title: t('returns.column.line'), narrow: true },
          { key: 'payee', title: t('payoutFiles.column.payment'), wide: true },
          { key: 'own', title: own },
          { key: 'outcome', title: t('returns.column.status'), wide: true },
          { key: 'amount', title: t('returns.column.moved'), end: true },
        ]}
        rows={lines.map((line) => ({
          key: String(line.number),
          cells: [
            formatNumber(line.number, language),
            <span key="payee">
              <Link to={paymentOutPath(line.payout_id)}>{line.payee}</Link>
              <div>
                <code>{line.reference}</code> · {line.merchant}
              </div>
            </span>,
            line.own,
            <span key="outcome">
              <StatusWord values={outcomes} value={line.outcome} text={{ t, language }} />
              {line.code && <code> {line.code}</code>}
              {line.said}
            </span>,
            formatAmount(line.amount, language),
          ],
        }))}
      />
      {rest && <p className={styles.rest}>{rest}</p>}
    </Card>
  )
}
