import type { CommandProps } from '../../kit/command/CommandButton'
import type { CompanyRecord, Partner } from '../companies'
import { EndPart } from './EndPart'

/** A partner who is none any more; what they were stays on record. */
export default function RemovePartner({
  partner,
  ...rest
}: CommandProps & { company: CompanyRecord; partner: Partner }) {
  return (
    <EndPart
      {...rest}
      command="companies:partner:remove"
      ids={{ partner: partner.id }}
      what="remove_partner"
      name={partner.name}
    />
  )
}
