import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileJson, KeyRound, RotateCw } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { Guarded } from '../../kit/Guarded'
import { StatusWord } from '../../kit/list/Cell'
import type { Status } from '../../kit/list/definition'
import { PageHeader } from '../../kit/PageHeader'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { roleName } from '../../kit/roleName'
import { buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { SdkTabs } from '../SdkTabs'
import { type CheckoutKey, MAY_SDK, SEE_SDK } from '../sdk'
import styles from './SdkKeys.module.css'
import { useKey } from './useKey'

const acts = lazyDialog(async () => ({ default: (await import('../commands/acts')).KeyActs }))
const pages = lazyDialog(() => import('../commands/SetOrigins'))

const SECRET_KEYS_PATH = '/dashboard/settings/access-control/keys'
const SEE_KEYS = ['rbac::keys:read']
const KEY_STATUSES: readonly Status[] = [
  { value: 'active', tone: 'success', label: 'sdk.key_status.active' },
  { value: 'rotating', tone: 'info', label: 'sdk.key_status.rotating' },
  { value: 'expired', tone: 'neutral', label: 'sdk.key_status.expired' },
  { value: 'revoked', tone: 'error', label: 'sdk.key_status.revoked' },
]

/** The keys of the merchant's programs: the one that stands in a page, and those that must not. */
export function SdkKeys() {
  const t = useT('kit', 'sdk')
  const key = useKey()
  return (
    <Guarded permissions={SEE_SDK}>
      <PageHeader
        title={t('sdk.title')}
        subtitle={t('sdk.subtitle')}
        tabs={<SdkTabs />}
        actions={
          <a href="/docs/api" target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
            <FileJson size={18} strokeWidth={1.75} aria-hidden />
            {t('sdk.contract')}
          </a>
        }
      />
      <div className={styles.page}>
        <Loaded query={key} level={2} lines={4}>
          {(found) => <Publishable found={found} />}
        </Loaded>
        {/* Its place is known once the card above has its height: before that it would move. */}
        {!key.isPending && <Secrets />}
      </div>
    </Guarded>
  )
}

function Publishable({ found }: { found: CheckoutKey }) {
  const t = useT('sdk')
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <Card
      title={t('sdk.publishable.title')}
      actions={
        <>
          {found.key && (
            <CommandButton dialog={pages} given={{ found }} permissions={MAY_SDK} variant="secondary">
              {t('sdk.origins.open')}
            </CommandButton>
          )}
          <CommandButton
            dialog={acts}
            given={{ what: found.key === null ? 'make' : 'make_again' }}
            permissions={MAY_SDK}
            variant={found.key ? 'secondary' : 'primary'}
            icon={found.key ? <RotateCw {...icon} /> : <KeyRound {...icon} />}
          >
            {t(found.key ? 'sdk.make.again' : 'sdk.make.open')}
          </CommandButton>
        </>
      }
    >
      <p className={styles.text}>{t('sdk.publishable.text')}</p>
      {found.key && (
        <Facts
          facts={[
            { label: t('sdk.publishable.key'), value: <CopyText text={found.key} />, wide: true },
            {
              label: t('sdk.publishable.origins'),
              value: found.origins.length ? found.origins.join(', ') : t('sdk.publishable.no_origins'),
              wide: true,
            },
            {
              label: t('sdk.column.created_at'),
              value: found.created_at && <DateTime at={found.created_at} year="always" />,
            },
          ]}
        />
      )}
    </Card>
  )
}

/** They are made and revoked in access control, with the role that says what they may. */
function Secrets() {
  const t = useT('sdk')
  const sees = may(SEE_KEYS)
  return (
    <Card
      title={t('sdk.secrets.title')}
      flush={sees}
      actions={sees && <Link to={SECRET_KEYS_PATH}>{t('sdk.secrets.open')}</Link>}
    >
      <p className={sees ? styles.inset : styles.text}>
        {t(sees ? 'sdk.secrets.text' : 'sdk.secrets.hidden')}
      </p>
      {sees && <SecretKeys />}
    </Card>
  )
}

function SecretKeys() {
  const t = useT('sdk')
  const language = useLanguage()
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const keys = useQuery({
    queryKey: ['list', 'access.keys', 'sdk', account],
    queryFn: ({ signal }) => body(api.GET('/rbac/keys', { params: { query: { per_page: 50 } }, signal })),
  })
  return (
    <Loaded query={keys} level={2} lines={3}>
      {(found) =>
        found.length === 0 ? (
          <p className={styles.inset}>{t('sdk.secrets.none')}</p>
        ) : (
          <MiniTable
            label={t('sdk.secrets.title')}
            columns={[
              { key: 'name', title: t('sdk.secrets.name') },
              { key: 'role', title: t('sdk.secrets.role') },
              { key: 'used', title: t('sdk.secrets.used') },
              { key: 'status', title: t('sdk.column.status') },
            ]}
            rows={found.map((each) => ({
              key: each.id,
              cells: [
                each.name,
                each.role_name ? roleName(t, each.role_name) : '—',
                each.last_used_at ? <DateTime key="used" at={each.last_used_at} /> : t('sdk.secrets.unused'),
                <StatusWord key="status" values={KEY_STATUSES} value={each.status} text={{ t, language }} />,
              ],
            }))}
          />
        )
      }
    </Loaded>
  )
}
