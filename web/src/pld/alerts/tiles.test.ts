import { beforeAll, expect, it } from 'vitest'
import { translate } from '../../app/i18n'
import { realTexts } from '../../app/test-page'
import { ALERTS_LIST } from '../lists'

beforeAll(() => realTexts('pt'))

it('the tiles above PLD alerts count many', () => {
  const tiles = ALERTS_LIST.tiles?.values.map(({ label }) => translate(label, { lng: 'pt' }))
  expect(tiles).toContain('Abertos')
  expect(tiles).toContain('Vencidos')
  expect(tiles).not.toContain('Vencido')
})
