// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { readAddresses } from './addresses'

describe('pasted addresses', () => {
  it('are read one to a line, with commas, semicolons, tabs or spaces between them', () => {
    expect(
      readAddresses('a@x.example\nb@x.example, c@x.example;d@x.example\te@x.example f@x.example'),
    ).toEqual({
      emails: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@x.example`),
      wrong: [],
    })
  })

  it('are taken out of the names that mail programs put around them', () => {
    expect(readAddresses('Ana Lima <Ana@X.example>, "Silva, João" <joao@x.example>').emails).toEqual([
      'ana@x.example',
      'joao@x.example',
    ])
  })

  it('count once, whatever their letters', () => {
    expect(readAddresses('ana@x.example\nANA@x.example').emails).toEqual(['ana@x.example'])
  })

  it('that are none are named', () => {
    expect(readAddresses('ana@x.example\nbruno at x\ncarla@x')).toEqual({
      emails: ['ana@x.example'],
      wrong: ['bruno at x', 'carla@x'],
    })
  })

  it('may be letters of any script', () => {
    expect(readAddresses('joão@exemplo.br').emails).toEqual(['joão@exemplo.br'])
  })
})
