import { useEffect } from 'react'
import { useT } from './i18n'

/** Names the browser's tab after the screen, while the screen is there. */
export function useTitle(title: string): void {
  const t = useT('common')
  const brand = t('common.brand')
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title, brand])
}
