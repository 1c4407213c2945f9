// @vitest-environment node
import { describe, expect, it } from 'vitest'
import vectors from '../../../tests/data/ids/cpf-cnpj-test-vectors.json'
import { documentProblem, plainDocument } from './documents'
import { formatDocument } from './format'

const valid = [...vectors.cpf.valid, ...vectors.cnpj.valid]
const invalid = [...vectors.cpf.invalid, ...vectors.cnpj.invalid]

describe('documents', () => {
  it.each(valid)('$raw is a document, with and without punctuation', ({ raw, formatted }) => {
    expect(documentProblem(raw)).toBeNull()
    expect(documentProblem(formatted)).toBeNull()
    expect(formatDocument(plainDocument(raw))).toBe(formatted)
  })

  it.each(invalid)('$raw is none: $why', ({ raw }) => {
    expect(documentProblem(raw)).not.toBeNull()
  })

  it('a masked document is shown as it came', () => {
    expect(formatDocument('***.982.247-**')).toBe('***.982.247-**')
  })
})
