// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { isPart, isPossible, levelOf, same, toggled, withLevel } from './levels'

const payin = { module: 'payin', view: ['see', 'list'], edit: ['charge', 'refund'] }
const all = new Set(['see', 'list', 'charge', 'refund'])
const level = (chosen: string[], mine: ReadonlySet<string> = all) => levelOf(payin, new Set(chosen), mine)

describe('the level of a module', () => {
  it('is none without any of its permissions, whatever else is held', () => {
    expect(level([])).toBe('none')
    expect(level(['other'])).toBe('none')
  })

  it('is view with all that reads, edit with all there is, and else some', () => {
    expect(level(['see', 'list'])).toBe('view')
    expect(level(['see', 'list', 'charge', 'refund'])).toBe('edit')
    expect(level(['see'])).toBe('some')
    expect(level(['see', 'list', 'charge'])).toBe('some')
    expect(level(['charge', 'refund'])).toBe('some')
  })

  it('is whole also without what the person cannot give', () => {
    expect(level(['see', 'list', 'charge'], new Set(['see', 'list', 'charge']))).toBe('edit')
    expect(level(['see'], new Set(['see']))).toBe('view')
  })
})

describe('a module brought to a level', () => {
  const bring = (to: 'none' | 'view' | 'edit', chosen: string[], mine: ReadonlySet<string> = all) =>
    [...withLevel(payin, to, new Set(chosen), mine)].toSorted()

  it('leaves other modules alone', () => {
    expect(bring('none', ['other', 'see', 'charge'])).toEqual(['other'])
  })

  it('gains what was missing and loses what is too much', () => {
    expect(bring('edit', ['see'])).toEqual(['charge', 'list', 'refund', 'see'])
    expect(bring('view', ['charge'])).toEqual(['list', 'see'])
  })

  it('gains nothing that the person cannot give, but keeps what it had of that', () => {
    expect(bring('edit', ['refund'], new Set(['see', 'charge']))).toEqual(['charge', 'refund', 'see'])
  })
})

describe('a person who does not hold all of a module', () => {
  const mine = new Set(['see'])

  it('can only bring it where something of theirs is, or something is already', () => {
    const possible = (to: 'none' | 'view' | 'edit', chosen: string[] = []) =>
      isPossible(payin, to, new Set(chosen), mine)
    expect([possible('none'), possible('view'), possible('edit')]).toEqual([true, true, false])
    expect(possible('edit', ['refund'])).toBe(true)
  })

  it('sees that what they brought it to is a part of the level', () => {
    expect(isPart(payin, 'view', new Set(['see']))).toBe(true)
    expect(isPart(payin, 'view', new Set(['see', 'list']))).toBe(false)
    expect(isPart(payin, 'edit', all)).toBe(false)
    expect(isPart(payin, 'none', new Set())).toBe(false)
  })
})

it('single permissions come and go, and equal choices are equal in any order', () => {
  const one = toggled(new Set(['see']), 'list', true)
  expect(same(one, new Set(['list', 'see']))).toBe(true)
  expect(same(toggled(one, 'see', false), one)).toBe(false)
})
