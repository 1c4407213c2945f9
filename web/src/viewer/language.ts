import { api, body } from '../app/api'
import { changeLanguage, type Language } from '../app/i18n'
import { queries } from '../app/queries'
import { refreshTables, setLoading } from '../app/state'
import { ME } from './me'

/**
 * Saves the language with the person, then loads the person again, switches every text and loads the lists again, all
 * under the overlay. A failure only takes the overlay away.
 */
export async function chooseLanguage(locale: Language): Promise<void> {
  setLoading(true)
  try {
    await body(api.PATCH('/rbac/profile', { body: { locale } }))
    await queries.refetchQueries({ queryKey: ME })
    await changeLanguage(locale)
    refreshTables()
  } catch {
    // Nothing is said: the language simply stays.
  } finally {
    setLoading(false)
  }
}
