import type { CommandProps } from '../../kit/command/CommandButton'
import type { CompanyRecord, Contract } from '../companies'
import { EndPart } from './EndPart'

/** A contract that holds no more from today on; it and its papers stay on record. */
export default function EndContract({
  contract,
  ...rest
}: CommandProps & { company: CompanyRecord; contract: Contract }) {
  return (
    <EndPart
      {...rest}
      command="companies:contract:end"
      ids={{ contract: contract.id }}
      what="end_contract"
      name={contract.name}
    />
  )
}
