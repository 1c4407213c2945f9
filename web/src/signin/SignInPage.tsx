import { useT } from '../app/i18n'

export function SignInPage() {
  const t = useT('login')
  return <h1>{t('login.title')}</h1>
}
