import { useT } from '../../app/i18n'
import type { Module } from '../contract'
import styles from './Matrix.module.css'
import { ModuleRow, type ModuleRowProps } from './ModuleRow'

type MatrixProps = Omit<ModuleRowProps, 'module'> & { modules: readonly Module[] }

/** Every module against none, view and edit; each cell opens to the exact permissions behind it. */
export function Matrix({ modules, ...rest }: MatrixProps) {
  const t = useT('access')
  return (
    <table className={styles.matrix} aria-label={t('access.matrix.name')}>
      <thead>
        <tr>
          <th scope="col">{t('access.matrix.module')}</th>
          {(['none', 'view', 'edit'] as const).map((level) => (
            <th key={level} scope="col" className={styles[level]}>
              {t(`access.level.${level}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {modules.map((module) => (
          <ModuleRow key={module.module} module={module} {...rest} />
        ))}
      </tbody>
    </table>
  )
}
