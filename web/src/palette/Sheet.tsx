import { useT } from '../app/i18n'
import { GO, isSingle, type Key, SHORTCUTS, type Shortcut, setSingleKeys, singleKeys } from '../app/shortcuts'
import type { User } from '../app/state'
import { useStore } from '../app/store'
import { Checkbox } from '../ui/Checkbox'
import { cx } from '../ui/cx'
import DialogWindow from '../ui/DialogWindow'
import { useGoTo } from './goTo'
import { Keys } from './Keys'
import styles from './Sheet.module.css'

/** Every shortcut of the keyboard, and the switch that turns single characters off. */
export default function Sheet({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useT('menu', 'palette')
  const places = useGoTo(user)
  const single = useStore(singleKeys, ({ on }) => on)
  return (
    <DialogWindow title={t('palette.sheet.title')} size="medium" onClose={onClose}>
      {(['everywhere', 'list', 'record'] as const).map((group) => (
        <table key={group} className={styles.table}>
          <caption className={styles.caption}>{t(`palette.sheet.${group}`)}</caption>
          <thead className={styles.head}>
            <tr>
              <th scope="col">{t('palette.sheet.what')}</th>
              <th scope="col">{t('palette.sheet.keys')}</th>
            </tr>
          </thead>
          <tbody>
            {Object.values(SHORTCUTS)
              .filter((shortcut) => shortcut.group === group)
              .map((shortcut) => (
                <Line key={shortcut.label} shortcut={shortcut} single={single} />
              ))}
          </tbody>
        </table>
      ))}
      <table className={styles.table}>
        <caption className={styles.caption}>{t('palette.sheet.go')}</caption>
        <thead className={styles.head}>
          <tr>
            <th scope="col">{t('palette.sheet.what')}</th>
            <th scope="col">{t('palette.sheet.keys')}</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ key, entry }) => (
            <tr key={key}>
              <th scope="row">{t(entry.label, { token: '' }).trim()}</th>
              <td>
                <span className={cx(styles.keys, !single && styles.off)}>
                  <Keys of={{ key: GO }} />
                  <span className={styles.or}>{t('palette.sheet.then')}</span>
                  <Keys of={{ key }} />
                  {!single && ` (${t('palette.sheet.off')})`}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <Checkbox
          role="switch"
          aria-checked={single}
          label={t('palette.sheet.single')}
          checked={single}
          onChange={setSingleKeys}
        />
        <p className={styles.hint}>{t('palette.sheet.single_hint')}</p>
      </div>
    </DialogWindow>
  )
}

function Line({ shortcut: { label, keys }, single }: { shortcut: Shortcut; single: boolean }) {
  const t = useT('palette')
  const works = (key: Key) => single || !isSingle(key)
  return (
    <tr>
      <th scope="row">{t(label)}</th>
      <td>
        {keys.map((key, place) => (
          <span key={key.key} className={cx(styles.keys, !works(key) && styles.off)}>
            {place > 0 && <span className={styles.or}>{t('palette.sheet.or')}</span>}
            <Keys of={key} />
            {!works(key) && ` (${t('palette.sheet.off')})`}
          </span>
        ))}
      </td>
    </tr>
  )
}
