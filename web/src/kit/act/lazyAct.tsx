import { type CommandProps, type LazyDialog, lazyDialog } from '../command/CommandButton'
import type { Draws } from '../command/useDrawnAhead'

interface Named extends CommandProps {
  what: string
}

/** The dialog of one row of a table of acts, where the buttons beside it open others with the same things given. */
export const lazyAct = <Props extends Named>(
  load: () => Promise<{ default: Draws<Props> }>,
  what: Props['what'],
): LazyDialog<Omit<Props, 'what'>> =>
  lazyDialog<Omit<Props, 'what'> & CommandProps>(async () => {
    const { default: Acts } = await load()
    return { default: (props) => <Acts {...({ ...props, what } as unknown as Props)} /> }
  })
