import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { formatDocument } from '../../kit/format'
import { Loaded } from '../../kit/record/Loaded'
import { Checkbox } from '../../ui/Checkbox'
import { Picker } from './Picker'
import { useCompanies } from './queries'

export interface CompanyPickerProps {
  chosen: readonly number[]
  onChange: (companies: number[]) => void
  /** The person's own company, which they always see. */
  home?: number
}

/** Companies that a person may see. */
export function CompanyPicker({ chosen, onChange, home }: CompanyPickerProps) {
  const t = useT('access')
  const companies = useCompanies()
  // The provider's own company is for its staff, who see everything anyway.
  const provider = useStore(authentication, ({ user }) => (user?.internal_user ? user.companyId : null))
  return (
    <Picker legend={t('access.column.companies')} hint={t('access.companies.hint')}>
      <Loaded query={companies} lines={3} level={2}>
        {(all) =>
          all
            .filter(({ id }) => id !== provider)
            .map(({ id, name, document }) => (
              <Checkbox
                key={id}
                checked={id === home || chosen.includes(id)}
                disabled={id === home}
                label={
                  <>
                    {name}
                    <small>
                      {id === home ? t('access.companies.home') : document && formatDocument(document)}
                    </small>
                  </>
                }
                onChange={(now) => onChange(now ? [...chosen, id] : chosen.filter((each) => each !== id))}
              />
            ))
        }
      </Loaded>
    </Picker>
  )
}
