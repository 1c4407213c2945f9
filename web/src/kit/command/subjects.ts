import { queries } from '../../app/queries'
import type { CommandName } from './schema'

type Subject = CommandName extends infer Name
  ? Name extends `${infer Section}:${string}`
    ? Section
    : never
  : never

/** Which sections show what a Command changed, by the first part of its name; null: any of them. */
const TOUCHED: Record<Subject, readonly string[] | null> = {
  access: ['access'],
  account: ['account', 'accounts', 'payin', 'companies'],
  accounts: ['accounts', 'companies', 'account'],
  // What was decided may have been anything.
  approvals: null,
  bacen: ['bacen'],
  audit: ['audit'],
  cases: ['audit'],
  checkout: ['sdk'],
  companies: ['companies', 'accounts'],
  // What blocks payments changes their outcome.
  compliance: ['compliance', 'payouts', 'payin', 'account', 'accounts'],
  exchange: ['exchange', 'account'],
  filings: ['exchange', 'audit', 'filings'],
  conciliation: ['conciliation'],
  flag: [],
  hooks: ['sdk', 'payin'],
  kyc: ['kyc', 'bacen', 'companies'],
  lists: ['lists'],
  payin: ['payin', 'pix', 'account', 'accounts', 'returns'],
  payouts: ['payouts', 'account', 'accounts', 'companies'],
  pld: ['pld'],
  pix: ['pix', 'payin', 'account'],
  returns: ['payin', 'account', 'returns'],
  staff: [],
  statement: ['conciliation', 'account', 'accounts'],
  tools: ['tools'],
}

/** What is kept by the name of a list, of a record, or of the thing whose story it is. */
const NAMED: ReadonlySet<unknown> = new Set(['list', 'record', 'trail'])

/** Whether a query shows what these sections hold. A list that is no section's own is read again with every one. */
function shows([kind, name]: readonly unknown[], sections: readonly string[] | null): boolean {
  if (kind === 'trail' || (NAMED.has(kind) && sections === null)) return true
  if (!NAMED.has(kind)) return sections !== null && sections.includes(String(kind))
  const [section = '', rest] = String(name).split('.')
  return sections !== null && (rest === undefined || sections.includes(section))
}

/** Reads again what these sections show; null: any of them. `gone`: the record of what is no more cannot be read. */
export function readSections(sections: readonly string[] | null, gone = false): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => !(gone && queryKey[0] === 'record') && shows(queryKey, sections),
  })
}

/** Reads again what a Command may have changed; `gone`: what it acted on is no more. */
export function readAgain(command: CommandName, gone = false): void {
  const [subject] = command.split(':') as [Subject]
  readSections(TOUCHED[subject], gone)
}
