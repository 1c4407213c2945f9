import { api, body } from '../../../app/api'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { PlaceFields } from '../../../kit/place/PlaceFields'
import { NO_PLACE, PLACE_FIELDS, type PlaceForm, readPlace } from '../../../kit/place/place'
import { planWords } from '../payee'

/** Another destination of a payee: it begins as new, whatever was trusted before. */
export default function AddDestination({ id, name, onClose }: CommandProps & { id: string; name: string }) {
  const t = useT('common', 'kit', 'payees', 'transfers')
  const [place, setPlace] = useDraft<PlaceForm>('place', { ...NO_PLACE, by: 'key' })
  const path = { id }
  return (
    <CommandDialog
      command="payouts:destination:create"
      title={t('payees.add_place.title', { name })}
      submit={t('payees.add_place.submit')}
      fields={PLACE_FIELDS}
      read={() => readPlace(place, t)}
      send={(input, header) => sendCommand('payouts:destination:create', path, input, header)}
      planning={{
        ask: (input) =>
          body(api.POST('/v1/payouts/payees/{id}/destinations/plan', { params: { path }, body: input })),
        words: planWords(t),
      }}
      onDone={() => onClose()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('payees.add_place.text')}</p>
          <PlaceFields
            form={place}
            errors={errors}
            put={(part) => setPlace((now) => ({ ...now, ...part }))}
          />
        </>
      )}
    </CommandDialog>
  )
}
