import { useT } from '../../app/i18n'
import styles from '../../kit/record/RecordPage.module.css'
import { Card } from '../../ui/Card'
import { Bar, TextBars } from '../../ui/Skeleton'
import own from './RecordSkeleton.module.css'

/** The shape of the record while it is on its way. */
export function RecordSkeleton() {
  const t = useT('common')
  return (
    <div aria-busy role="status" aria-label={t('common.loading')}>
      <div className={own.head}>
        <Bar width={220} height={14} />
        <Bar width={260} height={30} />
        <Bar width={320} height={14} />
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Card>
            <TextBars lines={7} />
          </Card>
          <Card>
            <TextBars lines={5} />
          </Card>
        </div>
        <div className={styles.side}>
          <Card>
            <TextBars lines={9} />
          </Card>
        </div>
      </div>
    </div>
  )
}
