import type { ReactNode } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { Card } from '../../ui/Card'
import { CHECK_STATES, type KycCheck, wordOf } from './kyc'
import styles from './kyc.module.css'

/** What came of asking providers, and what a person said of a hit. */
export function Checks({
  checks,
  renderActs,
}: {
  checks: readonly KycCheck[]
  renderActs?: (check: KycCheck) => ReactNode
}) {
  const t = useT('kyc')
  const language = useLanguage()
  const clean = checks.filter(({ state }) => state === 'clean').length
  return (
    <Card title={t('kyc.checks.title', { clean, all: checks.length })}>
      {checks.length === 0 ? (
        <p className={styles.quiet}>{t('kyc.checks.none')}</p>
      ) : (
        <ul className={styles.checks}>
          {checks.map((check) => (
            <li key={check.id} className={styles.check}>
              <div className={styles.checkHead}>
                <strong>
                  {check.owner
                    ? t('kyc.checks.owner', { port: wordOf(t, 'port', check.port), name: check.name ?? '' })
                    : wordOf(t, 'port', check.port)}
                </strong>
                <StatusWord values={CHECK_STATES} value={check.state} text={{ t, language }} />
              </div>
              <p className={styles.quiet}>
                {[check.provider, wordOf(t, 'detail', check.detail)].filter(Boolean).join(' · ')} ·{' '}
                <DateTime at={check.at} />
              </p>
              {check.state === 'hit' && check.found.length > 0 && (
                <ul className={styles.found}>
                  {check.found.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
              {check.verdict && (
                <p>
                  {wordOf(t, 'verdict', check.verdict)}: {check.verdict_comment} ({check.verdict_by})
                </p>
              )}
              {renderActs?.(check)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
