import { hasText } from '../../app/i18n'
import type { ListDefinition } from '../list/definition'

/** Key of what a column is called; of one that no person sees, the word that its files have for it stands beside the others. */
export function titleOf<Row>(list: Pick<ListDefinition<Row>, 'columns'>, key: string): string {
  const shown = list.columns.find((column) => column.key === key)?.title
  return shown ?? list.columns.map(({ title }) => title.replace(/[^.]+$/, key)).find(hasText) ?? key
}
