import { Search } from 'lucide-react'
import { useState } from 'react'
import { hasText, useT } from '../../app/i18n'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { moduleName } from '../access'
import type { Module } from '../contract'
import { PermissionName, permissionKey } from '../parts/PermissionName'
import { permissionsOf } from '../roles/levels'
import styles from './WhoCan.module.css'

export interface PermissionChoiceProps {
  modules: readonly Module[]
  chosen: string | undefined
  onChoose: (permission: string) => void
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every permission by its module, to choose one; found by its name or by what it lets one do. */
export function PermissionChoice({ modules, chosen, onChoose }: PermissionChoiceProps) {
  const t = useT('access', 'menu')
  const [wanted, setWanted] = useState('')
  const words = (name: string) => (hasText(permissionKey(name)) ? `${name} ${t(permissionKey(name))}` : name)
  const found = modules
    .map((module) => {
      const name = moduleName(t, module.module)
      const fits = (permission: string) =>
        plain(`${name} ${words(permission)}`).includes(plain(wanted.trim()))
      return { name, permissions: permissionsOf(module).filter(fits) }
    })
    .filter(({ permissions }) => permissions.length > 0)
  return (
    <Card flush>
      <div className={styles.search}>
        <Field label={t('access.who.search')} hideLabel>
          {(control) => (
            <TextInput
              {...control}
              type="search"
              before={<Search size={18} strokeWidth={1.75} />}
              placeholder={t('access.who.search')}
              autoComplete="off"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          )}
        </Field>
      </div>
      {found.length === 0 && <EmptyState level={2} title={t('access.who.none')} />}
      <div className={styles.permissions}>
        {found.map(({ name, permissions }) => (
          <section key={name} aria-label={name}>
            <h2 className={styles.module}>{name}</h2>
            <ul>
              {permissions.map((permission) => (
                <li key={permission}>
                  <button
                    type="button"
                    className={styles.permission}
                    aria-pressed={permission === chosen}
                    onClick={() => onChoose(permission)}
                  >
                    <PermissionName name={permission} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}
