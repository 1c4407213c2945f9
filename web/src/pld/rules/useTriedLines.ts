import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Translate } from '../../app/i18n'
import { useRested } from '../../kit/place/useRested'

type Input = components['schemas']['TryConditions']

export type Problem = components['schemas']['ConditionProblem']

/** What people write who know other languages of formulas, and how a condition says it. */
const INSTEAD: Readonly<Record<string, string>> = {
  '=': '==',
  '=>': '>=',
  '=<': '<=',
  '<>': '!=',
  '&': '&&',
  '|': '||',
  and: '&&',
  or: '||',
  e: '&&',
  ou: '||',
}

/** What is wrong with a line and where, in the person's language. */
export function problemText(t: Translate, { code, column, word }: Problem): string {
  const instead = code === 'unexpected' ? INSTEAD[word?.toLowerCase() ?? ''] : undefined
  return t(`pld.problem.${instead ? 'instead' : code}`, {
    column: column ?? 1,
    word: word ?? '',
    instead: instead ?? '',
  })
}

export interface TriedLines {
  problems: readonly Problem[]
  subject: string
  setSubject: (subject: string) => void
  answer: components['schemas']['TriedConditions'] | undefined
}

const NONE: TriedLines['problems'] = []

/** Asks the server what it makes of conditions that are being written, a moment after the last key. */
export function useTriedLines(
  conditions: readonly string[],
  target: Input['target'],
  currency: string,
): TriedLines {
  const [subject, setSubject] = useState('')
  const asked = useRested(
    JSON.stringify({
      conditions,
      target,
      currency,
      subject: subject.replaceAll(/[^0-9A-Za-z]/g, '') || null,
    }),
  )
  const { data } = useQuery({
    queryKey: ['pld.rules.try', asked],
    queryFn: ({ signal }) =>
      body(api.POST('/v1/pld-engine/rules/try', { body: JSON.parse(asked) as Input, signal })),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  return { problems: data?.problems ?? NONE, subject, setSubject, answer: data }
}
