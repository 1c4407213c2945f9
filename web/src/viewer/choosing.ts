import { api, body } from '../app/api'
import { queries } from '../app/queries'
import { type Account, type Company, clearAccount, setAccount, setCompanies, settings } from '../app/state'
import { createStore } from '../app/store'
import { leaveView } from './staffView'

export const choosing = createStore({
  /** Whether the person asked to choose, on a page that could do without. */
  open: false,
  /** From a choice until what there is to know of the new merchant is there: nothing of the page is shown. */
  changing: false,
})

export function chooseAnother(): void {
  leaveView(settings.get().account)
  clearAccount()
  choosing.set({ open: true })
}

export function choose(account: Account): void {
  setAccount(account)
  choosing.set({ open: false, changing: true })
  // Nothing of the merchant before may show through; the person themselves stays.
  queries.removeQueries({
    predicate: ({ queryKey }) => !['me', 'profile', 'flag', 'companies'].includes(String(queryKey[0])),
  })
}

export async function loadCompanies(): Promise<Company[]> {
  const companies = await body(api.GET('/rbac/companies'))
  setCompanies(companies)
  return companies
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Finds by part of the name, with or without accents, by document with or without its signs, or by number. */
export function findCompanies(companies: Company[], wanted: string): Company[] {
  const text = plain(wanted.trim())
  if (!text) return companies
  const signless = text.replace(/[^0-9a-z]/g, '')
  return companies.filter(
    ({ id, name, document = '' }) =>
      plain(name).includes(text) ||
      String(id) === text ||
      (signless.length > 2 &&
        document
          .toLowerCase()
          .replace(/[^0-9a-z]/g, '')
          .includes(signless)),
  )
}
