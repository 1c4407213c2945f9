import { BookOpen, Sparkles } from 'lucide-react'
import { config } from '../../app/config'
import { hasText, useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import styles from './FirstEmpty.module.css'

/** The name of a list in its texts: `/v1/payin/charges` is `payin_charges`. */
const nameOf = (path: string) => path.replace(/^\/(v1|rbac)\//, '').replaceAll(/[/-]/g, '_')

/** A list that has never had a row says what it will show and how to begin. */
export default function FirstEmpty({ path }: { path: string }) {
  const t = useT('kit', 'empty')
  const key = `empty.${nameOf(path)}`
  const { helpUrl } = config()
  const known = hasText(`${key}.title`)
  const begin = beginning()
  return (
    <EmptyState
      level={2}
      icon={<Sparkles size={20} strokeWidth={1.75} />}
      title={known ? t(`${key}.title`) : t('kit.empty.nothing')}
      hint={known && t(`${key}.hint`)}
    >
      {begin && hasText(`${key}.act`) && <Button onClick={() => begin.click()}>{t(`${key}.act`)}</Button>}
      {helpUrl && (
        <a className={styles.help} href={helpUrl} target="_blank" rel="noreferrer">
          <BookOpen size={16} strokeWidth={1.75} aria-hidden />
          {t('empty.help')}
        </a>
      )}
    </EmptyState>
  )
}

/** The main button of the page's header, if the person may press it: it creates the first row. */
function beginning(): HTMLButtonElement | null {
  return document.querySelector<HTMLButtonElement>('main header button[data-variant=primary]:not(:disabled)')
}
