import type { Language } from '../app/i18n'

/** A share to two places, as it is agreed: "0.99" → "0.99%" or "0,99%". */
export const percentOf = (percentage: string, language: Language): string =>
  new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', {
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  }).format(Number(percentage)) + '%'
