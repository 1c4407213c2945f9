import { beforeEach, describe, expect, it } from 'vitest'
import { keepPlace, readPlace } from './place'

const place = { y: 640, count: 200, row: 'row-7' }

beforeEach(() => sessionStorage.clear())

describe('the place in a list', () => {
  it('comes back for its entry of the history, and for no other', () => {
    keepPlace('a', place)
    expect(readPlace('a')).toEqual(place)
    expect(readPlace('b')).toBeNull()
  })

  it('is forgotten once fifty others were kept after it', () => {
    keepPlace('first', place)
    for (let entry = 1; entry < 50; entry++) keepPlace(`entry ${entry}`, place)
    expect(readPlace('first')).toEqual(place)
    keepPlace('entry 50', place)
    expect(readPlace('first')).toBeNull()
    expect(readPlace('entry 1')).toEqual(place)
  })

  it.each(['', 'nonsense', 'null', '3'])('survives a stored %j', (stored) => {
    sessionStorage.setItem('list-places', stored)
    expect(readPlace('a')).toBeNull()
    keepPlace('a', place)
    expect(readPlace('a')).toEqual(place)
  })
})
