import { useState } from 'react'
import { useT } from '../app/i18n'
import Modal, { type ModalProps } from '../kit/modal/Modal'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { TextArea } from '../ui/TextInput'

/** A modal with everything that one can have. */
export default function SampleModal({ onClose, onDelete }: Pick<ModalProps, 'onClose' | 'onDelete'>) {
  const t = useT('common', 'showcase')
  const [state, setState] = useState<ModalProps['state']>('normal')
  return (
    <Modal
      title={t('showcase.modal.name')}
      crumbs={[{ label: t('showcase.modal.parent') }, { label: t('showcase.modal.name') }]}
      link="/dashboard/kit"
      state={state}
      onDelete={onDelete}
      onClose={onClose}
      footer={
        <Button disabled={state !== 'typing'} onClick={() => setState('done')}>
          {t('showcase.modal.saved')}
        </Button>
      }
    >
      <Field label={t('showcase.field.note')} hint={t('showcase.modal.text')}>
        {(control) => <TextArea {...control} onChange={() => setState('typing')} />}
      </Field>
    </Modal>
  )
}
