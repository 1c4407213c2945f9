import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { useSplit } from '../split/useSplit'
import { type CodeRecord, codePath } from './code'

/** A code to print or to show, for as many payments as come. */
export default function NewCode({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payin')
  const navigate = useNavigate()
  const split = useSplit()
  return (
    <CommandForm<Pick<CodeRecord, 'id'>>
      command="payin:code:create"
      title={t('payin.codes.new.title')}
      submit={t('payin.codes.new.submit')}
      texts="payin.codes.new"
      own={split}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: codePath(id) })
      }}
      onClose={onClose}
    />
  )
}
