import { Link } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { MiniTable } from '../../kit/record/MiniTable'
import { roleNames } from '../../kit/roleName'
import { Card } from '../../ui/Card'
import { type CompanyRecord, userPath, wordOf } from '../companies'

/** Who works for it with us. */
export function People({ people }: { people: CompanyRecord['people'] }) {
  const t = useT('common', 'companies')
  return (
    <Card title={t('companies.card.people')} flush>
      <MiniTable
        label={t('companies.card.people')}
        columns={[
          { key: 'name', title: t('companies.column.person') },
          { key: 'roles', title: t('companies.column.roles') },
          { key: 'status', title: t('companies.column.status') },
          { key: 'last', title: t('companies.column.last_sign_in_at') },
        ]}
        rows={people.map(({ id, name, email, roles, status, last_sign_in_at }) => ({
          key: id,
          cells: [
            <Link key="name" to={userPath(id)}>
              {name || email}
            </Link>,
            roleNames(t, roles) || '—',
            wordOf(t, 'person', status),
            last_sign_in_at ? <DateTime key="last" at={last_sign_in_at} /> : t('companies.none.sign_in'),
          ],
        }))}
      />
    </Card>
  )
}
