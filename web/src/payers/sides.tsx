import type { ListDefinition } from '../kit/list/definition'
import { CHARGES_OF_PAYER, DISPUTES_OF_PAYER, RECURRENCES_OF_PAYER, REFUNDS_OF_PAYER } from './lists'
import { PayerPage } from './PayerPage'
import type { Side } from './payer'

const of = <Row,>(side: Side, list: ListDefinition<Row>) =>
  function PayerSide() {
    return <PayerPage side={side} list={list} />
  }

/** The screens of a payer, one for each list. */
export const Charges = of('charges', CHARGES_OF_PAYER)
export const Refunds = of('refunds', REFUNDS_OF_PAYER)
export const Disputes = of('disputes', DISPUTES_OF_PAYER)
export const Recurrences = of('recurrences', RECURRENCES_OF_PAYER)
