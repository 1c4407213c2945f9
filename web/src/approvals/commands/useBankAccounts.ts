import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { bankName } from '../../kit/place/bankName'
import type { SelectOption } from '../../ui/Select'

const MOST = 200

/** The verified bank accounts of a merchant, to choose from; undefined while they are not known. */
export function useBankAccounts(company: number, wanted: boolean): SelectOption[] | undefined {
  const { data } = useQuery({
    queryKey: ['approvals.bank_accounts', company],
    queryFn: ({ signal }) => {
      const query = {
        company_id: company,
        status: 'verified',
        per_page: MOST,
        order_by: 'nickname',
        sort: 'asc',
      }
      return body(api.GET('/v1/account/bank-accounts', { params: { query: query as never }, signal }))
    },
    enabled: wanted,
  })
  return data?.map(({ id, nickname, bank_name, pix_key }) => ({
    value: id ?? '',
    label: [nickname, bankName(bank_name) ?? pix_key].filter(Boolean).join(' · '),
  }))
}
