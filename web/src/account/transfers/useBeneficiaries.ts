import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, body } from '../../app/api'
import {
  settings,
  type TrustedAccount,
  trustedAccounts,
  trustedFailed,
  trustedFetchStart,
  trustedFetchSuccess,
} from '../../app/state'
import { useStore } from '../../app/store'

const MOST = 200

/** The verified accounts that money may go to, the usual one first; kept in the state of the specification. */
export function useBeneficiaries(): readonly TrustedAccount[] {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const { data, isError } = useQuery({
    queryKey: ['list', 'account.beneficiaries', account],
    queryFn: ({ signal }) => {
      trustedFetchStart()
      const query = { status: 'verified', per_page: MOST, order_by: 'nickname', sort: 'asc' } as const
      return body(api.GET('/v1/account/bank-accounts', { params: { query }, signal }))
    },
    staleTime: 0,
  })
  useEffect(() => {
    if (data) trustedFetchSuccess(data.toSorted((a, b) => Number(b.is_default) - Number(a.is_default)))
    if (isError) trustedFailed('common.failed')
  }, [data, isError])
  return useStore(trustedAccounts, ({ accounts }) => accounts)
}
