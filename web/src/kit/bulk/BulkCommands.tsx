import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../command/CommandButton'
import { formatNumber } from '../format'
import type { ListDefinition, ListNames } from '../list/definition'
import { type BulkBarProps, countOf } from '../list/selection'
import { type BulkCommand, takenOf } from './bulkCommand'

/** The list, with Commands for what is ticked in it. */
export function withBulk<Row>(
  list: ListDefinition<Row>,
  commands: readonly BulkCommand<Row>[],
): ListDefinition<Row> {
  const Bar = (bar: BulkBarProps) => <BulkCommands list={list} commands={commands} {...bar} />
  return { ...list, selectable: true, bulk: Bar }
}

const dialog = lazyDialog(() => import('./BulkDialog'))

/** Those that at least one of the ticked rows can take; where it is not all of them, the button says how many. */
function BulkCommands<Row>({
  list,
  commands,
  selection,
  ...bar
}: BulkBarProps & { list: ListNames; commands: readonly BulkCommand<Row>[] }) {
  const t = useT('kit')
  const language = useLanguage()
  return commands.map((command) => {
    const taken = takenOf(command, selection)
    if (!taken) return null
    const label = t(`${command.words}.label`)
    return (
      <CommandButton
        key={command.words}
        dialog={dialog}
        given={{ ...bar, selection: taken.selection, of: taken.of, list, command }}
        permissions={command.permissions}
        anyMerchant={command.house}
        variant="secondary"
      >
        {taken.of === null
          ? label
          : t('kit.select.some', {
              act: label,
              number: formatNumber(countOf(taken.selection), language),
              of: formatNumber(taken.of, language),
            })}
      </CommandButton>
    )
  })
}
