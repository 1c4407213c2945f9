import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../command/CommandButton'
import type { ListDefinition, ListNames } from '../list/definition'
import type { BulkBarProps } from '../list/selection'
import type { BulkCommand } from './bulkCommand'

/** The list, with Commands for what is ticked in it. */
export function withBulk<Row>(
  list: ListDefinition<Row>,
  commands: readonly BulkCommand[],
): ListDefinition<Row> {
  const Bar = (bar: BulkBarProps) => <BulkCommands list={list} commands={commands} {...bar} />
  return { ...list, selectable: true, bulk: Bar }
}

const dialog = lazyDialog(() => import('./BulkDialog'))

function BulkCommands({
  list,
  commands,
  ...bar
}: BulkBarProps & { list: ListNames; commands: readonly BulkCommand[] }) {
  const t = useT('kit')
  return commands.map((command) => (
    <CommandButton
      key={command.words}
      dialog={dialog}
      given={{ ...bar, list, command }}
      permissions={command.permissions}
      variant="secondary"
    >
      {t(`${command.words}.label`)}
    </CommandButton>
  ))
}
