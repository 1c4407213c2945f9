import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { useRested } from '../../kit/place/useRested'
import type { Group, Problem } from './rules'

type Input = components['schemas']['TryInput']

/** The charge that groups are tried with. */
export type TriedCharge = Omit<Input, 'groups'>

export interface Tried {
  charge: TriedCharge
  setCharge: (part: Partial<TriedCharge>) => void
  /** What of the groups is no rule yet. */
  problems: readonly Problem[]
  /** The place of the group that the charge meets; null: none; undefined: not known. */
  group: number | null | undefined
}

const NONE: readonly Problem[] = []

/** Asks the server what it makes of groups that are being written, a moment after the last key. */
export function useTried(groups: readonly Group[]): Tried {
  const [charge, setCharge] = useState<TriedCharge>({
    amount: { amount: 10_000, currency: 'BRL' },
    hour: 12,
    merchant: 2,
    payer: 'cpf',
    first_seen: false,
    kind: 'immediate',
  })
  const asked = useRested(JSON.stringify({ ...charge, groups }))
  const { data } = useQuery({
    queryKey: ['payin.rules.try', asked],
    queryFn: ({ signal }) =>
      body(api.POST('/v1/payin/rules/try', { body: JSON.parse(asked) as Input, signal })),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  const conditionWrong = data?.problems.some(({ field }) => field === 'condition')
  return {
    charge,
    setCharge: (part) => setCharge((now) => ({ ...now, ...part })),
    problems: data?.problems ?? NONE,
    group: data && !conditionWrong ? data.group : undefined,
  }
}
