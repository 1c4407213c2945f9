/**
 * The names of all texts, as the English files have them: a name that no text has does not compile. A new file has its line here;
 * without it its name is "not assignable to type 'keyof Files'".
 */

type Files = {
  access: typeof import('../../public/locales/en/access.json')
  account: typeof import('../../public/locales/en/account.json')
  approvals: typeof import('../../public/locales/en/approvals.json')
  bacen: typeof import('../../public/locales/en/bacen.json')
  availability: typeof import('../../public/locales/en/availability.json')
  blockList: typeof import('../../public/locales/en/blockList.json')
  cases: typeof import('../../public/locales/en/cases.json')
  charge: typeof import('../../public/locales/en/charge.json')
  checkProviders: typeof import('../../public/locales/en/checkProviders.json')
  claims: typeof import('../../public/locales/en/claims.json')
  common: typeof import('../../public/locales/en/common.json')
  companies: typeof import('../../public/locales/en/companies.json')
  connection: typeof import('../../public/locales/en/connection.json')
  deposits: typeof import('../../public/locales/en/deposits.json')
  judicialOrders: typeof import('../../public/locales/en/judicialOrders.json')
  exchange: typeof import('../../public/locales/en/exchange.json')
  filings: typeof import('../../public/locales/en/filings.json')
  kit: typeof import('../../public/locales/en/kit.json')
  kyc: typeof import('../../public/locales/en/kyc.json')
  med: typeof import('../../public/locales/en/med.json')
  payin: typeof import('../../public/locales/en/payin.json')
  payoutCases: typeof import('../../public/locales/en/payoutCases.json')
  payoutEvidence: typeof import('../../public/locales/en/payoutEvidence.json')
  payoutBanks: typeof import('../../public/locales/en/payoutBanks.json')
  payoutRegisters: typeof import('../../public/locales/en/payoutRegisters.json')
  merchantRules: typeof import('../../public/locales/en/merchantRules.json')
  payees: typeof import('../../public/locales/en/payees.json')
  payoutForecast: typeof import('../../public/locales/en/payoutForecast.json')
  payoutFiles: typeof import('../../public/locales/en/payoutFiles.json')
  payoutBatches: typeof import('../../public/locales/en/payoutBatches.json')
  payoutPayments: typeof import('../../public/locales/en/payoutPayments.json')
  payoutRefunds: typeof import('../../public/locales/en/payoutRefunds.json')
  payoutRoutes: typeof import('../../public/locales/en/payoutRoutes.json')
  payoutRules: typeof import('../../public/locales/en/payoutRules.json')
  payoutSplits: typeof import('../../public/locales/en/payoutSplits.json')
  pix: typeof import('../../public/locales/en/pix.json')
  pixRules: typeof import('../../public/locales/en/pixRules.json')
  pld: typeof import('../../public/locales/en/pld.json')
  processors: typeof import('../../public/locales/en/processors.json')
  receipt: typeof import('../../public/locales/en/receipt.json')
  recipients: typeof import('../../public/locales/en/recipients.json')
  screening: typeof import('../../public/locales/en/screening.json')
  sdk: typeof import('../../public/locales/en/sdk.json')
  suspects: typeof import('../../public/locales/en/suspects.json')
  tools: typeof import('../../public/locales/en/tools.json')
  transfers: typeof import('../../public/locales/en/transfers.json')
}

/** A text with a count is asked for without the ending of its form. */
type Counted<Name extends string> = Name extends `${infer Start}_${'one' | 'other'}` ? Start : Name

type Leaves<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Counted<Name> : `${Name}.${Leaves<Tree[Name]>}`
}[keyof Tree & string]

type Branches<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? never : Name | `${Name}.${Branches<Tree[Name]>}`
}[keyof Tree & string]

/** A namespace of texts. */
export type TextFile = keyof Files

/** The full name of a text: `payin.cancel.title`. */
export type TextKey = { [File in TextFile]: `${File}.${Leaves<Files[File]>}` }[TextFile]

/** What stands before the names of several texts: `payin.cancel`. */
export type TextGroup = { [File in TextFile]: File | `${File}.${Branches<Files[File]>}` }[TextFile]
