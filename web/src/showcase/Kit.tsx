import { config } from '../app/config'
import { useT } from '../app/i18n'
import { useTitle } from '../app/title'
import { PageHeader } from '../kit/PageHeader'
import { NothingFound } from '../ui/pages'
import { Buttons } from './Buttons'
import { Cards } from './Cards'
import { Colours } from './Colours'
import { Fields } from './Fields'
import { Lists } from './Lists'
import { RecordParts } from './RecordParts'
import { Banners, Signs } from './Signs'
import styles from './showcase.module.css'
import { Waiting } from './Waiting'
import { Windows } from './Windows'

/** Every piece of ui and kit in its states. Only in development: elsewhere there is no such page (readings 30). */
export function Kit() {
  return config().environment === 'development' ? <Pieces /> : <NothingFound />
}

function Pieces() {
  const t = useT('common', 'kit', 'payin', 'showcase')
  useTitle(t('showcase.title'))
  return (
    <>
      <PageHeader title={t('showcase.title')} subtitle={t('showcase.subtitle')} />
      <div className={styles.parts}>
        <Buttons />
        <Fields />
        <Signs />
        <Banners />
        <Cards />
        <Waiting />
        <Windows />
        <RecordParts />
        <Lists />
        <Colours />
      </div>
    </>
  )
}
