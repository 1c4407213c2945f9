import { describe, expect, it } from 'vitest'
import { EMPTY_FORM, readForm } from './chargeForm'

const t = (key: string) => key
const form = { ...EMPTY_FORM, amount: 1990 }

describe('the form of a charge', () => {
  it('asks for an amount and nothing else', () => {
    expect(readForm(EMPTY_FORM, t)).toEqual({ errors: { amount: 'common.field_required' } })
    expect(readForm(form, t)).toEqual({
      input: {
        amount: { amount: 1990, currency: 'BRL' },
        payer: null,
        description: null,
        reference: null,
        expires_in: 86_400,
      },
    })
  })

  it('names the payer whole or not at all', () => {
    expect(readForm({ ...form, payerName: 'Maria' }, t)).toEqual({
      errors: { 'payer.document': 'common.field_required' },
    })
    expect(readForm({ ...form, payerDocument: '529.982.247-25' }, t)).toEqual({
      errors: { 'payer.name': 'common.field_required' },
    })
  })

  it('sends a document without its punctuation', () => {
    const read = readForm({ ...form, payerName: ' Padaria ', payerDocument: '12.abc.345/01de-35' }, t)
    expect(read).toMatchObject({ input: { payer: { name: 'Padaria', document: '12ABC34501DE35' } } })
  })

  it('says what is wrong with a document', () => {
    const read = readForm({ ...form, payerName: 'Maria', payerDocument: '529.982.247-26' }, t)
    expect(read).toEqual({ errors: { 'payer.document': 'payin.document.check_digits' } })
  })
})
