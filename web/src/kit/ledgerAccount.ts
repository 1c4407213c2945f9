import { hasText, type Translate } from '../app/i18n'

/**
 * What an account of the ledger is called, by its code: `sub.3`, one of many, by its number, and `recipient.<id>` by its kind
 * alone. A code that is newer than this page stays as it is.
 */
export function ledgerAccount(t: Translate, code: string): string {
  const [kind = code, number = ''] = code.split('.')
  const key = `kit.ledger_account.${kind}`
  return hasText(key) ? t(key, { number }) : code
}
