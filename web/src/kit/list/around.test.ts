// @vitest-environment node
import { expect, it } from 'vitest'
import { neighbour, rememberAround } from './around'

it('a record of a list leads to the one after and the one before it, and no further', () => {
  rememberAround(['/a', '/b', '/c'])
  expect([neighbour('/b', 1), neighbour('/b', -1)]).toEqual(['/c', '/a'])
  expect([neighbour('/c', 1), neighbour('/a', -1), neighbour('/elsewhere', 1)]).toEqual([null, null, null])
})
