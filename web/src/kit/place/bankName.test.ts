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
  ['BCO DO ESTADO DO RIO GRANDE DO SUL S.A.', 'Banco do Estado do Rio Grande do Sul S.A.'],
  ['BANCO DE LA NACION ARGENTINA', 'Banco de La Nacion Argentina'],
  ['SOCIEDADE DE CRÉDITO AO MICROEMPREENDEDOR', 'Sociedade de Crédito ao Microempreendedor'],
  ['COOPERATIVA DE CRÉDITO NO ESTADO DE SÃO PAULO', 'Cooperativa de Crédito no Estado de São Paulo'],
  ['Banco Inter', 'Banco Inter'],
])('the bank %s is shown as %s', (name, shown) => expect(bankName(name)).toBe(shown))

it('a bank that is not known has no name', () => {
  expect(bankName(null)).toBeNull()
  expect(bankName('')).toBeNull()
})
