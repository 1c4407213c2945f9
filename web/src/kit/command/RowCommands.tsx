import { Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense, startTransition, useContext, useState } from 'react'
import { IconButton } from '../../ui/IconButton'
import { Menu } from '../../ui/Menu'
import { download } from '../export/server'
import { useAct } from '../export/useAct'
import { RowStop } from '../list/rowStop'
import type { CommandProps, LazyDialog } from './CommandButton'
import { Drafted, openerOf, useReopening } from './draft'

export interface RowCommand<Given> {
  key: string
  label: string
  icon: ReactNode
  dialog: LazyDialog<CommandProps & Given>
  danger?: boolean
  disabled?: boolean
}

/** A file that a row's menu brings; its name comes with the answer. */
export interface RowFile {
  key: string
  label: string
  icon: ReactNode
  get: () => Promise<{ data: unknown; response: Response }>
}

const NO_FILES: readonly RowFile[] = []

/** The Commands of one row in a menu; a dangerous one is set apart at the end. */
export function RowCommands<Given>({
  label,
  commands,
  files = NO_FILES,
  given,
}: {
  label: string
  commands: readonly RowCommand<NoInfer<Given>>[]
  files?: readonly RowFile[]
  given: Given
}) {
  const stop = useContext(RowStop)
  const { act } = useAct()
  const [doing, setDoing] = useState<string | null>(null)
  const opener = (key: string) => openerOf(key, given as object)
  const able = commands.filter(({ disabled }) => !disabled)
  const [before, forget] = useReopening(
    true,
    () => able.map(({ key }) => opener(key)),
    (found) => setDoing(able.find(({ key }) => opener(key) === found)?.key ?? null),
  )
  const onClose = () => {
    setDoing(null)
    forget()
  }
  const Doing = commands.find(({ key }) => key === doing)?.dialog.Dialog
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            plain
            label={label}
            tabIndex={stop ? undefined : -1}
            icon={<Ellipsis size={18} strokeWidth={1.75} />}
          />
        }
        items={[
          ...files.map(({ key, label: text, icon, get }) => ({
            key,
            label: text,
            icon,
            onSelect: () => act(() => download(get())),
          })),
          ...commands.map(({ key, label: text, icon, danger, disabled }) => ({
            key,
            label: text,
            icon,
            disabled,
            danger,
            separated: danger,
            onSelect: () => startTransition(() => setDoing(key)),
          })),
        ]}
      />
      <Suspense>
        {Doing && doing && (
          <Drafted opener={() => opener(doing)} draft={before}>
            <Doing {...given} onClose={onClose} />
          </Drafted>
        )}
      </Suspense>
    </>
  )
}
