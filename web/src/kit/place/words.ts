import { formatDocument } from '../format'
import { bankName } from './bankName'

/** Where money goes, as it is read: one way on every screen. */

interface Place {
  kind: string
  bank_name: string | null
  branch: string | null
  number: string | null
  pix_key: string | null
}

/** "Banco do Brasil S.A. · 1584 / 00210169-6", or the key. */
export function placeOf({ kind, bank_name, branch, number, pix_key }: Place): string {
  const place = numberOf({ branch, number, pix_key })
  return kind === 'key' ? place : `${bankName(bank_name) ?? '—'} · ${place}`
}

/** "1584 / 00210169-6", or the key; one that is a CPF or a CNPJ with its punctuation. */
export function numberOf({ branch, number, pix_key }: Pick<Place, 'branch' | 'number' | 'pix_key'>): string {
  return number ? `${branch} / ${accountNumber(number)}` : formatDocument(pix_key ?? '—')
}

/** A number with a dash before its check digit. */
function accountNumber(number: string | null): string {
  return number ? `${number.slice(0, -1)}-${number.slice(-1)}` : '—'
}
