import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm, type CommandFormProps } from '../../kit/command/CommandForm'
import type { CompanyRecord } from '../companies'
import { useRefresh } from '../useRefresh'

interface EndPartProps extends CommandProps, Required<Pick<CommandFormProps<unknown>, 'command' | 'ids'>> {
  company: CompanyRecord
  /** The name of its texts. */
  what: 'end_contract' | 'remove_partner'
  name: string
}

/** Ends something of a company; what it was stays on record. */
export function EndPart({ company, command, ids, what, name, onClose }: EndPartProps) {
  const t = useT('common', 'kit', 'companies')
  const refresh = useRefresh()
  const texts = `companies.${what}`
  return (
    <CommandForm
      command={command}
      ids={{ id: String(company.id), ...ids }}
      subject={company.name}
      title={t(`${texts}.title`)}
      submit={t(`${texts}.submit`)}
      danger
      texts={texts}
      text={<p>{t(`${texts}.text`, { name })}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t('companies.saved'))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
