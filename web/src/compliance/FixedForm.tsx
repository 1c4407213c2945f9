import { useNavigate } from '@tanstack/react-router'
import { showAlert } from '../app/state'
import { CommandForm, type CommandFormProps } from '../kit/command/CommandForm'

interface Props<Result> extends Omit<CommandFormProps<Result>, 'own' | 'onDone'> {
  /** A part of the input that the opener decides, and nobody types. */
  fixed: { name: string; value: unknown }
  done: string
  /** The page that follows. */
  next?: (result: Result) => string
}

/** The form of a Command of which one part is decided already: the choice of its button, the version that was seen. */
export function FixedForm<Result = unknown>({ fixed, done, next, onClose, ...form }: Props<Result>) {
  const navigate = useNavigate()
  return (
    <CommandForm<Result>
      {...form}
      own={{
        name: fixed.name,
        fields: [],
        read: () => ({ input: fixed.value }),
        draw: () => null,
      }}
      onClose={onClose}
      onDone={(result) => {
        onClose()
        showAlert('success', done)
        if (next) void navigate({ to: next(result) })
      }}
    />
  )
}
