import { answer, api } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { authentication } from '../app/state'
import { useStore } from '../app/store'
import { CopyText } from '../kit/CopyText'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DownloadButton } from '../kit/export/DownloadButton'
import { formatTime } from '../kit/format'
import { Facts } from '../kit/record/Facts'
import { Card } from '../ui/Card'
import { MAY_WRITE, type Month } from './incident'
import styles from './MonthPage.module.css'

const acts = lazyDialog(() => import('./apixActs'))

/** The month's Pix report for the Central Bank: frozen once the month is over, then as it was frozen. */
export function ApixCard({ month: { month, apix }, today }: { month: Month; today: string }) {
  const t = useT('availability')
  const language = useLanguage()
  const email = useStore(authentication, ({ user }) => user?.email ?? '')
  const over = month < today.slice(0, 7)
  const file = () =>
    answer(api.GET('/v1/audit/apix-reports', { params: { query: { month } }, parseAs: 'blob' }))
  return (
    <Card
      title={t('availability.apix.title')}
      actions={
        apix ? (
          <DownloadButton get={file} variant="secondary">
            {t('availability.apix.download')}
          </DownloadButton>
        ) : (
          over && (
            <CommandButton
              dialog={acts}
              given={{ month, email, what: 'freeze' }}
              permissions={MAY_WRITE}
              anyMerchant
              variant="secondary"
            >
              {t('availability.apix.freeze')}
            </CommandButton>
          )
        )
      }
    >
      {apix ? (
        <>
          <p>
            {t('availability.apix.frozen', {
              at: formatTime(apix.frozen_at, language),
              by: apix.frozen_by,
            })}
          </p>
          <Facts
            facts={[{ label: t('availability.apix.hash'), value: <CopyText text={apix.sha256} short /> }]}
          />
        </>
      ) : (
        !over && <p>{t('availability.apix.running')}</p>
      )}
      <p className={styles.note}>{t('availability.apix.text')}</p>
    </Card>
  )
}
