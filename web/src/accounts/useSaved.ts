import { useQueryClient } from '@tanstack/react-query'
import { useT } from '../app/i18n'
import { showAlert } from '../app/state'

/** Says that it was done, and reads accounts and their companies again. */
export function useSaved(): () => void {
  const t = useT('companies')
  const client = useQueryClient()
  return () => {
    showAlert('success', t('companies.saved'))
    void client.invalidateQueries({
      predicate: ({ queryKey: [first, name] }) =>
        first === 'trail' ||
        ((first === 'list' || first === 'record') && /^(accounts|companies)\./.test(String(name))),
    })
  }
}
