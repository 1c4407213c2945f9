import { hasText, useT } from '../../app/i18n'
import styles from './PermissionName.module.css'

/** Key of the words for a permission; not every one has some. */
export const permissionKey = (name: string) => `access.permission.${name.replaceAll(/\W+/g, '_')}`

/** What a permission lets one do, in words, over its exact name. */
export function PermissionName({ name }: { name: string }) {
  const t = useT('access')
  const key = permissionKey(name)
  return (
    <span className={styles.permission}>
      {hasText(key) && <span>{t(key)}</span>}
      <code className={styles.name}>{name}</code>
    </span>
  )
}
