// @vitest-environment node
import { expect, it } from 'vitest'
import { bankName } from './bankName'

it.each([
  ['BCO DO BRASIL S.A.', 'Banco do Brasil S.A.'],
  ['CAIXA ECONOMICA FEDERAL', 'Caixa Economica Federal'],
  ['ITAÚ UNIBANCO S.A.', 'Itaú Unibanco S.A.'],
  ['BRB - BCO DE BRASILIA S.A.', 'BRB - Banco de Brasilia S.A.'],
  ['BCO C6 S.A.', 'Banco C6 S.A.'],
  ['NU PAGAMENTOS - IP', 'Nu Pagamentos - IP'],
  ['MERCADO PAGO IP LTDA.', 'Mercado Pago IP Ltda.'],
  ['SEFER INVESTIMENTOS DTVM LTDA - EM LIQUIDAÇÃO', 'Sefer Investimentos DTVM Ltda - em Liquidação'],
  ['HSBC BANCO DE INVESTIMENTO S/A', 'HSBC Banco de Investimento S/A'],
  ['BCO J.P. MORGAN S.A.', 'Banco J.P. Morgan S.A.'],
  ['Banco Inter', 'Banco Inter'],
])('the bank %s is shown as %s', (name, shown) => expect(bankName(name)).toBe(shown))

it('a bank that is not known has no name', () => {
  expect(bankName(null)).toBeNull()
  expect(bankName('')).toBeNull()
})
