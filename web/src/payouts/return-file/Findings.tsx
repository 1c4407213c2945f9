import { Link } from '@tanstack/react-router'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { sendCommand } from '../../kit/command/send'
import { readAgain } from '../../kit/command/subjects'
import { useCommand } from '../../kit/command/useCommand'
import { formatAmount, formatDay, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { MiniTable } from '../../kit/record/MiniTable'
import styles from '../../returns/Record.module.css'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import {
  bankLinePath,
  EFFECTS,
  type Finding,
  MAY_APPLY,
  type PaymentFile,
  remittancePath,
  wordOf,
} from './file'

/** What is wrong with the file or a line of it, what another witness allows to be made of it, and what a person chooses. */
export function Findings({ file, onLook }: { file: PaymentFile; onLook: (line: number) => void }) {
  const t = useT('common', 'kit', 'returns', 'payoutFiles')
  const language = useLanguage()
  const choices =
    file.status === 'parsed' && may(MAY_APPLY) && file.findings.some(({ taken }) => taken !== null)
  return (
    <Card title={t('payoutFiles.findings.title')} flush>
      <MiniTable
        label={t('payoutFiles.findings.title')}
        total={file.findings_total}
        columns={[
          { key: 'kind', title: t('payoutFiles.findings.kind'), wide: true },
          { key: 'line', title: t('returns.column.line') },
          { key: 'proposed', title: t('payoutFiles.findings.proposed'), wide: true },
          { key: 'evidence', title: t('payoutFiles.findings.evidence'), wide: true },
          ...(choices ? [{ key: 'choice', title: '' }] : []),
        ]}
        rows={file.findings.map((finding) => ({
          key: `${finding.number} ${finding.taken}`,
          cells: [
            <span key="kind">
              {wordOf(t, 'finding', finding.kind)}
              <div className={styles.code}>{wordOf(t, 'finding_hint', finding.kind)}</div>
            </span>,
            <Place key="line" finding={finding} total={file.total_lines} onLook={onLook} />,
            <span key="proposed">
              {finding.read && (
                <div className={styles.code}>{t('payoutFiles.findings.read', { read: finding.read })}</div>
              )}
              {finding.effect ? (
                <>
                  <StatusWord values={EFFECTS} value={finding.effect} text={{ t, language }} />{' '}
                  {finding.amount && formatAmount(finding.amount, language)}
                </>
              ) : (
                t(
                  finding.witness || !asksPerson(finding)
                    ? 'payoutFiles.findings.read_on'
                    : 'payoutFiles.findings.person',
                )
              )}
            </span>,
            <Evidence key="evidence" finding={finding} />,
            ...(choices
              ? [finding.taken === null ? '' : <Choice key="choice" file={file.id} finding={finding} />]
              : []),
          ],
        }))}
      />
    </Card>
  )
}

/** What is wrong with the envelope alone: every payment in it was read. */
const READ_ON = new Set(['no_line_ends', 'other_line_ends', 'blank_line', 'after_trailer', 'repeated_file'])
const asksPerson = ({ kind }: Finding) => !READ_ON.has(kind)

function Place({
  finding: { line, lines },
  total,
  onLook,
}: {
  finding: Finding
  total: number
  onLook: (line: number) => void
}) {
  const t = useT('returns', 'payoutFiles')
  const language = useLanguage()
  if (line === null) return '—'
  const number = formatNumber(line, language)
  return (
    <span>
      {line <= total ? (
        <button
          type="button"
          className={styles.link}
          aria-label={t('returns.record.look_at', { line: number })}
          onClick={() => onLook(line)}
        >
          {number}
        </button>
      ) : (
        number
      )}
      {lines > 1 && (
        <div className={styles.code}>
          {t('payoutFiles.findings.more', { count: lines, number: formatNumber(lines, language) })}
        </div>
      )}
    </span>
  )
}

/** Who says so beside the file. */
function Evidence({ finding: { witness, witness_id, paid_on, remittance_id } }: { finding: Finding }) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  if (witness === null) return '—'
  return (
    <span>
      {witness_id ? (
        <Link to={bankLinePath(witness_id)}>
          {t('payoutFiles.witness.statement', { day: paid_on ? formatDay(paid_on, language) : '' })}
        </Link>
      ) : (
        t(`payoutFiles.witness.${witness}`)
      )}
      {remittance_id && (
        <div>
          <Link to={remittancePath(remittance_id)}>{t('payoutFiles.findings.remittance')}</Link>
        </div>
      )}
    </span>
  )
}

/** Takes a correction into the plan or leaves it out; the plan has another hash then. */
function Choice({ file, finding: { number, line, taken } }: { file: string; finding: Finding }) {
  const t = useT('common', 'payoutFiles')
  const language = useLanguage()
  const { run, pending, failure } = useCommand(
    (input: { finding: number; taken: boolean }, header) =>
      sendCommand('payouts:return_file:choose', { id: file }, input, header),
    () => readAgain('payouts:return_file:choose'),
  )
  const place = { line: formatNumber(line ?? 0, language) }
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        busy={pending}
        aria-label={t(
          taken ? 'payoutFiles.findings.leave_out_line' : 'payoutFiles.findings.take_line',
          place,
        )}
        onClick={() => run({ finding: number, taken: !taken })}
      >
        {t(taken ? 'payoutFiles.findings.leave_out' : 'payoutFiles.findings.take')}
      </Button>
      {failure !== null && (
        <Banner tone="error" role="alert">
          {linesOf(t, failure).join('. ')}
        </Banner>
      )}
    </>
  )
}
