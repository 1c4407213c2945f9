import { useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { Facts } from '../../kit/record/Facts'
import { StatusBadge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import type { Activity } from '../audit'
import styles from './proof.module.css'

/** Where the entry stands in the log, and whether that leads to what was signed. */
export function ProofCard({ proof, index }: { proof: Activity['proof']; index: number }) {
  const t = useT('audit')
  return (
    <Card
      title={t('audit.proof.title')}
      actions={
        <StatusBadge tone={proof.holds ? 'success' : 'error'}>
          {t(proof.holds ? 'audit.proof.holds' : 'audit.proof.broken')}
        </StatusBadge>
      }
    >
      <p className={styles.text}>{t(proof.holds ? 'audit.proof.holds_text' : 'audit.proof.broken_text')}</p>
      <Facts
        facts={[
          {
            label: t('audit.column.index'),
            value: t('audit.proof.place', { index, size: proof.size }),
            wide: true,
          },
          {
            label: t('audit.proof.signed_at'),
            value: <DateTime at={proof.signed_at} year="always" time="seconds" />,
            wide: true,
          },
          { label: t('audit.proof.hash'), value: <CopyText text={proof.hash} short />, wide: true },
          { label: t('audit.proof.root'), value: <CopyText text={proof.root} short />, wide: true },
          { label: t('audit.proof.key'), value: <CopyText text={proof.key_id} />, wide: true },
        ]}
      />
    </Card>
  )
}
