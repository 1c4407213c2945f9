const symbols = new Map([['BRL', 'R$']])

/** How a currency is written before an amount: "R$", "€"; its ISO code where a symbol would not say which one it is. */
export function symbolOf(currency: string): string {
  let symbol = symbols.get(currency)
  if (symbol === undefined) {
    const options = { style: 'currency', currency, currencyDisplay: 'symbol' } as const
    const parts = new Intl.NumberFormat('en', options).formatToParts(0)
    const found = parts.find(({ type }) => type === 'currency')?.value ?? currency
    // The dollar and the yen of which country? A lone sign does not say.
    symbol = /^[$¥£]$/.test(found) ? currency : found
    symbols.set(currency, symbol)
  }
  return symbol
}
