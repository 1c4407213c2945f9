import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { translate } from '../../app/i18n'
import { realTexts } from '../../app/test-page'
import { type Problem, problemText } from './useTriedLines'

beforeAll(() => realTexts())

const said = (code: Problem['code'], word: string | null, column: number | null = 12) =>
  problemText(translate, { place: 0, error: 'token recognition error', code, column, word })

describe('what is wrong with a condition', () => {
  it('is said in words, with its place and what to write instead', () => {
    expect(said('unexpected', '=>')).toBe('“=>” does not fit at position 12. Write >= there.')
    expect(said('unexpected', '$')).toBe('“$” does not fit at position 12.')
    expect(said('unknown_name', 'nobody', 1)).toContain('There is no feature “nobody” (position 1)')
    expect(said('kinds', null, null)).not.toContain('overload')
  })

  it('has words for each code of the contract in both languages', () => {
    const codes = [
      ...'too_long too_deep loops open_text unknown_name unknown_function ends_early unexpected'.split(' '),
      ...'too_large unreadable fraction no_answer kinds failed instead'.split(' '),
    ]
    for (const language of ['en', 'pt']) {
      const { problem } = JSON.parse(readFileSync(`public/locales/${language}/pld.json`, 'utf8'))
      expect(Object.keys(problem).toSorted()).toEqual(codes.toSorted())
    }
  })
})

describe('the curve of a backtest', () => {
  it('counts one episode as one', () => {
    const words = (count: number) =>
      translate('pld.curve.proposed', {
        value: '10',
        count,
        lost: 0,
      })
    expect(words(1)).toBe('Proposed 10: 1 episode, 0 lost')
    expect(words(2)).toBe('Proposed 10: 2 episodes, 0 lost')
  })
})
