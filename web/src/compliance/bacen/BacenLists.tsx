import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { DownloadButton } from '../../kit/export/DownloadButton'
import { ResourceList } from '../../kit/list/ResourceList'
import { NavTabs } from '../../ui/NavTabs'
import { CCS_PATH, DUTIES_PATH, MERCHANTS_PATH, PARTNERS_PATH } from './bacen'
import { CCS, MERCHANTS, PARTNERS, YEARLY } from './lists'

function Tabs() {
  const t = useT('bacen')
  return (
    <NavTabs
      label={t('bacen.title')}
      tabs={[
        { to: MERCHANTS_PATH, label: t('bacen.tab.merchants') },
        { to: PARTNERS_PATH, label: t('bacen.tab.partners') },
        { to: CCS_PATH, label: t('bacen.tab.ccs') },
        { to: DUTIES_PATH, label: t('bacen.tab.duties') },
      ]}
    />
  )
}

/** What is known of each merchant. */
export function MerchantsList() {
  const t = useT('kit', 'bacen')
  return <ResourceList list={MERCHANTS} title={t('bacen.title')} tabs={<Tabs />} />
}

/** Partners, and whether they are politically exposed. */
export function PartnersList() {
  const t = useT('kit', 'bacen')
  return (
    <ResourceList
      list={PARTNERS}
      title={t('bacen.title')}
      caption={t('bacen.tab.partners')}
      tabs={<Tabs />}
    />
  )
}

const newestFile = () =>
  answer(api.GET('/v1/bacen/ccs/files/{day}', { params: { path: { day: 'latest' } }, parseAs: 'blob' }))

/** Who holds or represents an account, and each day's file of what changed. */
export function CcsList() {
  const t = useT('kit', 'bacen')
  return (
    <ResourceList
      list={CCS}
      title={t('bacen.title')}
      caption={t('bacen.tab.ccs')}
      tabs={<Tabs />}
      actions={
        <DownloadButton get={newestFile} variant="secondary">
          {t('bacen.ccs.download')}
        </DownloadButton>
      }
    />
  )
}

/** What is to be done each year. */
export function DutiesList() {
  const t = useT('kit', 'bacen')
  return (
    <ResourceList list={YEARLY} title={t('bacen.title')} caption={t('bacen.tab.duties')} tabs={<Tabs />} />
  )
}
