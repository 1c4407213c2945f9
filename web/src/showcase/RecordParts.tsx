import { useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { Money } from '../kit/Money'
import { Facts } from '../kit/record/Facts'
import { JsonView } from '../kit/record/JsonView'
import { MiniTable } from '../kit/record/MiniTable'
import { Timeline } from '../kit/record/Timeline'
import { StatusBadge } from '../ui/Badge'
import { Part } from './Part'

const PAID = { amount: 124_990, currency: 'BRL' }

export function RecordParts() {
  const t = useT('kit', 'showcase')
  return (
    <Part name="record">
      <Facts
        facts={[
          { label: t('showcase.record.payer'), value: t('showcase.person') },
          { label: t('showcase.record.reference'), value: <CopyText text="4711" /> },
          { label: t('showcase.field.empty'), value: null },
          { label: t('showcase.record.text'), value: t('showcase.record.long'), wide: true },
        ]}
      />
      <MiniTable
        label={t('showcase.part.record')}
        columns={[
          { key: 'entry', title: t('showcase.record.entry') },
          { key: 'status', title: t('showcase.tone.info') },
          { key: 'amount', title: 'BRL', end: true },
        ]}
        rows={[
          {
            key: 'a',
            cells: [
              t('showcase.tab.in'),
              <StatusBadge key="s" tone="success">
                {t('showcase.record.paid')}
              </StatusBadge>,
              <Money key="m" value={PAID} bare />,
            ],
          },
        ]}
      />
      <Timeline
        items={[
          { key: '3', at: '2026-11-20T20:53:09Z', title: t('showcase.record.paid'), tone: 'success' },
          {
            key: '2',
            at: '2026-11-20T20:52:40Z',
            title: t('showcase.record.refused'),
            note: t('showcase.record.long'),
            tone: 'error',
          },
          { key: '1', at: '2026-11-20T20:51:00Z', title: t('showcase.record.made') },
        ]}
      />
      <JsonView value={{ name: t('showcase.person'), amount: PAID }} label={t('kit.record.raw')} />
    </Part>
  )
}
