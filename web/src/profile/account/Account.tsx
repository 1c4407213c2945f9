import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../app/action'
import { api, body } from '../../app/api'
import { isLanguage, useLanguage, useT } from '../../app/i18n'
import { profileQuery } from '../../app/profile'
import { queries } from '../../app/queries'
import { authentication, showAlert } from '../../app/state'
import { useStore } from '../../app/store'
import { PageHeader } from '../../kit/PageHeader'
import { Card } from '../../ui/Card'
import { InlineEdit } from '../../ui/InlineEdit'
import { Select } from '../../ui/Select'
import { BlockBars } from '../../ui/Skeleton'
import { chooseLanguage } from '../../viewer/language'
import styles from '../cards.module.css'
import { Failure } from '../Failure'
import { EmailLine } from './EmailLine'

const LONGEST_NAME = 120

/** Who the person is: name, address and language. */
export function Account() {
  const t = useT('common', 'menu', 'preferences')
  const language = useLanguage()
  const user = useStore(authentication, (state) => state.user)
  const profile = useQuery({ ...profileQuery, staleTime: 0 })
  const { failure, run } = useAction()

  async function saveName(name: string): Promise<boolean> {
    const saved = await run(() => body(api.PATCH('/rbac/profile', { body: { name } })))
    if (!saved) return false
    queries.setQueryData(profileQuery.queryKey, saved.value)
    showAlert('success', t('preferences.account.saved'))
    return true
  }

  return (
    <>
      <PageHeader title={t('preferences.account.title')} subtitle={t('preferences.account.subtitle')} />
      <div className={styles.cards}>
        <Card title={t('preferences.account.card')}>
          <div className={styles.stack}>
            <Failure failure={profile.error} onRetry={() => void profile.refetch()} />
            <Failure failure={failure} />
            {profile.isPending && <BlockBars blocks={2} height={53} />}
            {profile.data && (
              <>
                <InlineEdit
                  label={t('preferences.account.name')}
                  editLabel={t('preferences.account.edit_name')}
                  value={profile.data.name}
                  maxLength={LONGEST_NAME}
                  autoComplete="name"
                  problem={(name) => (name ? null : t('common.field_required'))}
                  onSave={saveName}
                />
                <EmailLine email={profile.data.email} pending={profile.data.pendingEmail ?? null} />
              </>
            )}
            {user && (
              <div>
                <p className={styles.label}>{t('preferences.account.company')}</p>
                <p className={styles.value}>{user.company.name}</p>
              </div>
            )}
          </div>
        </Card>
        <Card title={t('preferences.account.language')}>
          <div className={styles.line}>
            <p className={styles.text}>{t('preferences.account.language_text')}</p>
            <div className={styles.choice}>
              <Select
                label={t('preferences.account.language')}
                value={language}
                options={[
                  { value: 'pt', label: t('menu.bar.portuguese') },
                  { value: 'en', label: t('menu.bar.english') },
                ]}
                onChange={(next) => isLanguage(next) && void chooseLanguage(next)}
              />
            </div>
          </div>
        </Card>
      </div>
    </>
  )
}
