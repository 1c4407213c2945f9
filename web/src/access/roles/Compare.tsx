import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../app/i18n'
import { Guarded } from '../../kit/Guarded'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { roleName } from '../../kit/roleName'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { EmptyState } from '../../ui/EmptyState'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { ROLES_PATH, SEE_ROLES } from '../access'
import type { RoleRow } from '../contract'
import { useRoles } from '../parts/queries'
import styles from './Compare.module.css'
import { SideBySide } from './SideBySide'

/** Two roles beside each other. */
export function Compare() {
  const t = useT('kit', 'access')
  const roles = useRoles()
  return (
    <Guarded permissions={SEE_ROLES}>
      <RecordHeader
        crumbs={[
          { label: t('access.title'), to: ROLES_PATH },
          { label: t('access.tab.roles'), to: ROLES_PATH },
          { label: t('access.compare.title') },
        ]}
        title={t('access.compare.title')}
        status={null}
      />
      <Loaded query={roles}>{(all) => <Chosen roles={all} />}</Loaded>
    </Guarded>
  )
}

function Chosen({ roles }: { roles: readonly RoleRow[] }) {
  const t = useT('access')
  const navigate = useNavigate()
  const search: { a?: string; b?: string } = useSearch({ strict: false })
  const [differing, setDiffering] = useState(true)
  const [a, b] = [search.a, search.b].map((id) => roles.find((role) => String(role.id) === id))
  // Companies may call their roles alike.
  const several = new Set(roles.map(({ company_id }) => company_id)).size > 1
  const options = roles.map(({ id, name, company_name }) => ({
    value: String(id),
    label: several ? `${roleName(t, name)} (${company_name})` : roleName(t, name),
  }))
  const choose = (side: 'a' | 'b') => (id: string) =>
    void navigate({ to: '.', search: { ...search, [side]: id } as never, replace: true })
  return (
    <Card flush>
      <div className={styles.choices}>
        {(['a', 'b'] as const).map((side) => (
          <Field key={side} label={t(`access.compare.${side}`)}>
            {(control) => (
              <Select
                id={control.id}
                placeholder={t('access.compare.choose')}
                options={options}
                value={(side === 'a' ? a : b) ? (search[side] ?? null) : null}
                onChange={choose(side)}
              />
            )}
          </Field>
        ))}
        <Checkbox
          className={styles.differing}
          label={t('access.compare.differing')}
          checked={differing}
          onChange={setDiffering}
        />
      </div>
      {a && b ? (
        <SideBySide a={a} b={b} differing={differing} />
      ) : (
        <EmptyState level={2} title={t('access.compare.hint')} />
      )}
    </Card>
  )
}
