import { type Translate, useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CopyText } from '../../kit/CopyText'
import { PageHeader } from '../../kit/PageHeader'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { NoAccess, RulesTabs } from '../PldTabs'
import { type Feature, SEE_RULES, wordOf } from '../pld'
import styles from '../pld.module.css'
import { useVocabulary } from '../useVocabulary'

const DAY = 86_400

/** The window of a feature in words: the last 30 days, or the 30 days before those. */
export function windowText({ seconds, offset }: Feature, t: Translate): string {
  if (!seconds) return t('pld.feature_window.point')
  if (offset) return t('pld.feature_window.before', { count: seconds / DAY })
  return seconds === DAY
    ? t('pld.feature_window.day')
    : t('pld.feature_window.days', { count: seconds / DAY })
}

/** A ratio looks at the window of what it divides. */
const partOf = (feature: Feature, all: readonly Feature[]) =>
  all.find(({ name }) => name === feature.of[0]) ?? feature

/** What conditions are written over, each in words, with its window and unit; and the codes of Carta Circular 4.001. */
export function FeaturesPage() {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const vocabulary = useVocabulary()
  if (!may(SEE_RULES)) return <NoAccess />
  return (
    <div className={styles.page}>
      <PageHeader title={t('pld.rules.title')} tabs={<RulesTabs />} subtitle={t('pld.features.text')} />
      <Loaded query={vocabulary}>
        {({ features, typologies, feature_hash }) => (
          <>
            <Card
              title={t('pld.features.title')}
              actions={
                <span className={styles.whole}>
                  <CopyText text={feature_hash} short />
                </span>
              }
              flush
            >
              <MiniTable
                label={t('pld.features.title')}
                columns={[
                  { key: 'name', title: t('pld.features.name'), wide: true },
                  { key: 'says', title: t('pld.features.says'), wide: true },
                  { key: 'window', title: t('pld.features.window') },
                  { key: 'unit', title: t('pld.features.unit') },
                  { key: 'used_by', title: t('pld.features.used_by'), end: true },
                ]}
                rows={features.map((each) => ({
                  key: each.name,
                  cells: [
                    <code key="name">{each.name}</code>,
                    wordOf(t, 'feature', each.name),
                    windowText(partOf(each, features), t),
                    wordOf(t, 'unit_name', each.unit),
                    each.used_by,
                  ],
                }))}
              />
            </Card>
            <Card title={t('pld.features.typologies')} flush>
              <MiniTable
                label={t('pld.features.typologies')}
                columns={[
                  { key: 'code', title: t('pld.features.code') },
                  { key: 'item', title: t('pld.features.item') },
                  { key: 'says', title: t('pld.features.situation'), wide: true },
                  { key: 'certain', title: t('pld.features.certain') },
                ]}
                rows={typologies.map((each) => ({
                  key: each.code,
                  cells: [
                    each.code,
                    each.item,
                    language === 'pt' ? each.pt : each.en,
                    <Badge key="certain" tone={each.certain ? 'success' : 'awaiting'}>
                      {t(each.certain ? 'pld.features.confirmed' : 'pld.features.unconfirmed')}
                    </Badge>,
                  ],
                }))}
              />
            </Card>
          </>
        )}
      </Loaded>
    </div>
  )
}
