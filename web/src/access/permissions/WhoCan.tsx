import { useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { Guarded } from '../../kit/Guarded'
import { PageHeader } from '../../kit/PageHeader'
import { Loaded } from '../../kit/record/Loaded'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { AccessTabs } from '../AccessTabs'
import { SEE_ROLES } from '../access'
import { useModules } from '../parts/queries'
import { Holders } from './Holders'
import { PermissionChoice } from './PermissionChoice'
import styles from './WhoCan.module.css'

/** "Who can do this?": every permission, and the people and keys that hold it. */
export function WhoCan() {
  const t = useT('kit', 'access')
  const navigate = useNavigate()
  const { permission }: { permission?: string } = useSearch({ strict: false })
  const modules = useModules()
  return (
    <Guarded permissions={SEE_ROLES}>
      <PageHeader title={t('access.title')} subtitle={t('access.who.subtitle')} tabs={<AccessTabs />} />
      <Loaded query={modules}>
        {(all) => (
          <div className={styles.columns}>
            <PermissionChoice
              modules={all}
              chosen={permission}
              onChoose={(name) => void navigate({ to: '.', search: { permission: name } as never })}
            />
            {permission ? (
              <Holders key={permission} permission={permission} />
            ) : (
              <Card>
                <EmptyState level={2} title={t('access.who.choose')} hint={t('access.who.choose_hint')} />
              </Card>
            )}
          </div>
        )}
      </Loaded>
    </Guarded>
  )
}
