import { api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { NeedsTwoFactor } from '../../../kit/place/NeedsTwoFactor'
import { PlaceFields } from '../../../kit/place/PlaceFields'
import { NO_PLACE, PLACE_FIELDS, type PlaceForm, readPlace } from '../../../kit/place/place'
import { Checkbox } from '../../../ui/Checkbox'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import { planWords, type RecipientRecord } from '../recipient'

/** Gives a recipient another name, or another place to be paid out to. */
export default function ChangeRecipient({
  recipient: { id, name: before },
  onClose,
}: CommandProps & { recipient: Pick<RecipientRecord, 'id' | 'name'> }) {
  const t = useT('common', 'kit', 'recipients', 'transfers')
  const language = useLanguage()
  const [name, setName] = useDraft('name', before)
  const [moves, setMoves] = useDraft('moves', false)
  const [place, setPlace] = useDraft<PlaceForm>('place', { ...NO_PLACE, by: 'key' })
  const path = { id }
  const read = () => {
    if (!name.trim()) return { errors: { name: t('common.field_required') } }
    const given = moves ? readPlace(place, t) : { input: { account: null, key: null } }
    return 'errors' in given ? given : { input: { name: name.trim(), ...given.input } }
  }
  return (
    <CommandDialog
      command="payin:recipient:change"
      title={t('recipients.change.title')}
      submit={t('recipients.change.submit')}
      fields={['name', ...PLACE_FIELDS]}
      read={read}
      send={(input, header) => sendCommand('payin:recipient:change', path, input, header)}
      planning={{
        ask: (input) =>
          body(api.POST('/v1/payin/recipients/{id}/change/plan', { params: { path }, body: input })),
        words: planWords(t, language, before),
      }}
      onDone={() => {
        onClose()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('recipients.add.name')} error={errors.name} required>
            {(control) => (
              <TextInput
                {...control}
                maxLength={200}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Checkbox label={t('recipients.change.moves')} checked={moves} onChange={setMoves} />
          {moves && (
            <>
              <NeedsTwoFactor />
              <PlaceFields
                form={place}
                errors={errors}
                put={(part) => setPlace((now) => ({ ...now, ...part }))}
              />
            </>
          )}
        </>
      )}
    </CommandDialog>
  )
}
