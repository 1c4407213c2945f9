import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import type { Errors } from '../../kit/command/CommandDialog'
import { Select } from '../../ui/Select'
import { SplitFields } from './SplitFields'
import { formOfSplit, type SplitForm } from './splitForm'

interface SplitPartProps {
  form: SplitForm
  amount: number | null
  errors: Errors
  onChange: (form: SplitForm) => void
}

/** The split of one charge: written line by line, or begun from one that is saved. */
export default function SplitPart(props: SplitPartProps) {
  return (
    <>
      <Saved onChange={props.onChange} />
      <SplitFields {...props} />
    </>
  )
}

function Saved({ onChange }: Pick<SplitPartProps, 'onChange'>) {
  const t = useT('recipients')
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const { data: rules = [] } = useQuery({
    queryKey: ['list', 'payin.split_rules.offered', account],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/payin/split-rules', {
          params: { query: { per_page: 100, order_by: 'name', sort: 'asc' } },
          signal,
        }),
      ),
  })
  if (!rules.length) return null
  const take = async (id: string) =>
    onChange(
      formOfSplit((await body(api.GET('/v1/payin/split-rules/{id}', { params: { path: { id } } }))).split),
    )
  return (
    <Select
      label={t('recipients.split.saved')}
      placeholder={t('recipients.split.saved')}
      options={rules.map(({ id, name }) => ({ value: id, label: name ?? id }))}
      value={null}
      onChange={(id) => void take(id)}
    />
  )
}
