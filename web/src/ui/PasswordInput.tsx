import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../app/i18n'
import { IconButton } from './IconButton'
import { TextInput, type TextInputProps } from './TextInput'

/** A password with a button that shows it. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'after' | 'before'>) {
  const t = useT('common')
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextInput
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="off"
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          plain
          label={t(shown ? 'common.action.hide_password' : 'common.action.show_password')}
          icon={<Icon size={18} strokeWidth={1.75} />}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
