// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { marks, sparkParts, sparkPoints } from './scale'

describe('a spark', () => {
  it('runs from edge to edge, high values above', () => {
    expect(sparkPoints([0, 10, 5], 100, 30)).toBe('0,30 50,0 100,15')
  })

  it('lies in the middle when nothing changes', () => {
    expect(sparkPoints([4, 4], 100, 30)).toBe('0,15 100,15')
    expect(sparkPoints([7], 100, 30)).toBe('0,15')
  })

  it('the way to a day that is not over is a part of its own', () => {
    expect(sparkParts([0, 10, 5], 100, 30)).toEqual({ over: '0,30 50,0', open: '50,0 100,15' })
  })
})

describe('the marks of an axis', () => {
  it.each([
    [100, [50, 100]],
    [130, [50, 100, 150]],
    [3_940_112, [1_000_000, 2_000_000, 3_000_000, 4_000_000]],
    [7, [2, 4, 6, 8]],
    [0.8, [0.2, 0.4, 0.6, 0.8]],
  ])('reach %i in few round steps', (most, expected) => {
    expect(marks(most)).toEqual(expected)
  })

  it('stand even where there is nothing', () => {
    expect(marks(0)).toEqual([1])
  })
})
