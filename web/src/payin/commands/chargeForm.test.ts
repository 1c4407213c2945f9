// @vitest-environment node
import { expect, it } from 'vitest'
import { checkCharge } from './chargeForm'

const t = (key: string) => key

it('a document whose digits do not check is named', () => {
  expect(checkCharge({ 'payer.document': '529.982.247-26' }, t)).toEqual({
    'payer.document': 'payin.document.check_digits',
  })
})

it.each(['', '529.982.247-25', '12.abc.345/01de-35'])('%j is no problem', (document) => {
  expect(checkCharge({ 'payer.document': document }, t)).toEqual({})
})
