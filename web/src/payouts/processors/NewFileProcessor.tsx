import { useNavigate } from '@tanstack/react-router'
import { type Translate, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { useDraft } from '../../kit/command/draft'
import { Checkbox } from '../../ui/Checkbox'
import { payingPath } from './processors'

const METHODS = ['pix', 'ted', 'slip'] as const

/** Writes a processor down that gets files, with the account that is debited. */
export default function NewFileProcessor({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'processors', 'payoutFiles')
  const navigate = useNavigate()
  const [methods, setMethods] = useDraft<string[]>('methods', ['pix', 'ted'])
  return (
    <CommandForm<{ id: string }>
      command="payouts:processor:create_file"
      title={t('payoutFiles.processors.createFile.title')}
      submit={t('payoutFiles.processors.createFile.submit')}
      subject={{ thing: t('processors.create.unnamed') }}
      texts="payoutFiles.processors.field"
      text={t('payoutFiles.processors.createFile.text')}
      own={{
        name: 'methods',
        fields: ['methods'],
        read: () =>
          methods.length ? { input: methods } : { errors: { methods: t('common.field_required') } },
        draw: (_, errors) => drawMethods(t, methods, setMethods, errors.methods),
      }}
      onDone={({ id }) => {
        onClose()
        showAlert('success', t('payoutFiles.processors.createFile.done'))
        void navigate({ to: payingPath(id) })
      }}
      onClose={onClose}
    />
  )
}

/** The ways of paying that the agreement has. */
function drawMethods(
  t: Translate,
  methods: readonly string[],
  put: (methods: string[]) => void,
  error: string | undefined,
) {
  return (
    <fieldset>
      <legend>{t('payoutFiles.processors.methods')}</legend>
      {METHODS.map((each) => (
        <Checkbox
          key={each}
          label={t(`payoutFiles.method.${each}`)}
          checked={methods.includes(each)}
          onChange={(on) => put(on ? [...methods, each] : methods.filter((other) => other !== each))}
        />
      ))}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}
