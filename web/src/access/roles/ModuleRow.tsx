import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useT } from '../../app/i18n'
import { Checkbox } from '../../ui/Checkbox'
import { cx } from '../../ui/cx'
import { moduleName } from '../access'
import type { Module } from '../contract'
import { PermissionName } from '../parts/PermissionName'
import { isPart, isPossible, levelOf, toggled, withLevel } from './levels'
import styles from './Matrix.module.css'

export interface ModuleRowProps {
  module: Module
  chosen: ReadonlySet<string>
  /** What the person holds, and so may give. */
  mine: ReadonlySet<string>
  disabled: boolean
  onChange: (chosen: Set<string>) => void
}

export function ModuleRow({ module, chosen, mine, disabled, onChange }: ModuleRowProps) {
  const t = useT('access', 'menu')
  const id = useId()
  const [open, setOpen] = useState<'view' | 'edit' | null>(null)
  const level = levelOf(module, chosen, mine)
  const name = moduleName(t, module.module)
  return (
    <>
      <tr className={styles.row}>
        <th scope="row">
          {name}
          {isPart(module, level, chosen) && <span className={styles.some}>{t('access.level.some')}</span>}
        </th>
        {(['none', 'view', 'edit'] as const).map((each) => {
          const names = each === 'none' ? [] : module[each]
          const empty = each !== 'none' && names.length === 0
          const held = names.filter((one) => chosen.has(one)).length
          return (
            <td key={each} className={cx(styles[each], level === each && styles.chosen)}>
              {empty ? (
                '—'
              ) : (
                <span className={styles.cell}>
                  <input
                    type="radio"
                    name={`${id}-level`}
                    aria-label={`${name}: ${t(`access.level.${each}`)}`}
                    checked={level === each}
                    disabled={disabled || !isPossible(module, each, chosen, mine)}
                    onChange={() => onChange(withLevel(module, each, chosen, mine))}
                  />
                  {each !== 'none' && (
                    <button
                      type="button"
                      className={styles.count}
                      aria-expanded={open === each}
                      aria-controls={open === each ? `${id}-open` : undefined}
                      aria-label={t('access.matrix.open', {
                        module: name,
                        level: t(`access.level.${each}`),
                        held,
                        count: names.length,
                      })}
                      onClick={() => setOpen(open === each ? null : each)}
                    >
                      {held}/{names.length}
                      <ChevronDown size={14} aria-hidden />
                    </button>
                  )}
                </span>
              )}
            </td>
          )
        })}
      </tr>
      {open && (
        <tr id={`${id}-open`}>
          <td colSpan={4} className={styles.open}>
            <fieldset className={styles.exact}>
              <legend>{`${name}: ${t(`access.level.${open}`)}`}</legend>
              {module[open].map((permission) => (
                <Exact
                  key={permission}
                  name={permission}
                  chosen={chosen}
                  mine={mine}
                  disabled={disabled}
                  onChange={onChange}
                />
              ))}
            </fieldset>
          </td>
        </tr>
      )}
    </>
  )
}

function Exact({
  name,
  chosen,
  mine,
  disabled,
  onChange,
}: Omit<ModuleRowProps, 'module'> & { name: string }) {
  const t = useT('access')
  const on = chosen.has(name)
  const beyond = !mine.has(name)
  return (
    <Checkbox
      checked={on}
      // What somebody else gave may be taken away.
      disabled={disabled || (beyond && !on)}
      label={
        <>
          <PermissionName name={name} />
          {beyond && !disabled && <span className={styles.beyond}>{t('access.matrix.beyond')}</span>}
        </>
      }
      onChange={(now) => onChange(toggled(chosen, name, now))}
    />
  )
}
