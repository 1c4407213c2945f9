import { useRef } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'

export interface LeaveQuestionProps {
  words: 'unsaved' | 'dangerous'
  onLeave: () => void
  onStay: () => void
}

export default function LeaveQuestion({ words, onLeave, onStay }: LeaveQuestionProps) {
  const t = useT('common')
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <DialogWindow
      title={t(`common.leave.${words}.title`)}
      onClose={onStay}
      initialFocus={stay}
      footer={
        <>
          <Button variant="danger" onClick={onLeave}>
            {t(`common.leave.${words}.go`)}
          </Button>
          <Button ref={stay} variant="secondary" onClick={onStay}>
            {t(`common.leave.${words}.stay`)}
          </Button>
        </>
      }
    >
      <p>{t(`common.leave.${words}.text`)}</p>
    </DialogWindow>
  )
}
