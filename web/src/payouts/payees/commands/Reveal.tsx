import { useState } from 'react'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { formatDocument } from '../../../kit/format'
import { Facts } from '../../../kit/record/Facts'
import { Button } from '../../../ui/Button'
import DialogWindow from '../../../ui/DialogWindow'
import { shownPlace } from '../Destinations'
import type { Destination } from '../payee'

type Revealed = components['schemas']['RevealedPayee']

/** Shows what is masked elsewhere, after saying that it is on record who looked. */
export default function Reveal({
  id,
  name,
  places,
  onClose,
}: CommandProps & { id: string; name: string; places: readonly Destination[] }) {
  const t = useT('common', 'kit', 'payees')
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  if (revealed === null) {
    return (
      <CommandForm<Revealed>
        command="payouts:payee:reveal"
        ids={{ id }}
        title={t('payees.reveal.title', { name })}
        submit={t('payees.reveal.submit')}
        texts="payees.steer"
        text={<p>{t('payees.reveal.text')}</p>}
        onDone={setRevealed}
        onClose={onClose}
      />
    )
  }
  return (
    <DialogWindow
      title={t('payees.reveal.title', { name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
    >
      <Facts
        facts={[
          { label: t('payees.column.document'), value: formatDocument(revealed.document), wide: true },
          ...revealed.places.map((whole) => {
            const masked = places.find((each) => each.id === whole.id)
            return {
              label: masked ? shownPlace(masked) : whole.id,
              value: whole.pix_key ? formatDocument(whole.pix_key) : `${whole.branch} / ${whole.number}`,
              wide: true,
            }
          }),
        ]}
      />
    </DialogWindow>
  )
}
