import { useEffect } from 'react'
import { useT } from './i18n'

/** Sets the browser tab's title while the screen is mounted. */
export function useTitle(title: string): void {
  const t = useT('common')
  const brand = t('common.brand')
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title, brand])
}
