import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { useRested } from '../../kit/place/useRested'

type Input = components['schemas']['TryConditions']

export interface TriedLines {
  problems: readonly { place: number; error: string }[]
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
