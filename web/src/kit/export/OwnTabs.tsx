import { useT } from '../../app/i18n'
import { NavTabs } from '../../ui/NavTabs'
import { BULKS_PATH, EXPORTS_PATH } from './paths'

/** What a person had made of lists: files, and Commands on many rows. */
export function OwnTabs() {
  const t = useT('lists')
  return (
    <NavTabs
      label={t('lists.own.name')}
      tabs={[
        { to: EXPORTS_PATH, label: t('lists.own.exports') },
        { to: BULKS_PATH, label: t('lists.own.bulks') },
      ]}
    />
  )
}
