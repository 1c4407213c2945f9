import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { CommandName } from '../../kit/command/schema'

export interface ChoiceFormProps extends CommandProps {
  command: Extract<CommandName, `conciliation:${string}:decide` | 'statement:adjustment:decide'>
  id: string
  /** What is chosen; its words stand under `act`. */
  choice: string
  /** As the server names it, where that is another word. */
  value?: string
  /** On what it acts. */
  thing: string
  /** Fields that must be filled in for this choice, although the Command can do without. */
  needed?: readonly string[]
  danger?: boolean
}

const NONE: readonly string[] = []

/** The form of a Command with a choice, for one of them: its button said which. */
export default function ChoiceForm({
  command,
  id,
  choice,
  value = choice,
  thing,
  needed = NONE,
  danger,
  onClose,
}: ChoiceFormProps) {
  const t = useT('common', 'kit', 'conciliation')
  return (
    <CommandForm
      command={command}
      ids={{ id }}
      title={t(`conciliation.act.${choice}`)}
      submit={t(`conciliation.act.${choice}`)}
      subject={{ thing }}
      danger={danger}
      texts="conciliation.field"
      text={<p>{t(`conciliation.act_text.${choice}`)}</p>}
      own={{ name: 'choice', fields: [], read: () => ({ input: value }), draw: () => null }}
      check={(values) =>
        Object.fromEntries(
          needed
            .filter((name) => !String(values[name] ?? '').trim())
            .map((name) => [name, t('conciliation.needed')]),
        )
      }
      onDone={() => {
        onClose()
        showAlert('success', t('conciliation.done'))
      }}
      onClose={onClose}
    />
  )
}
