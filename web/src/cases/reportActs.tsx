import { defineActs } from '../kit/act/defineActs'
import type { HalfYear } from './ticket'

/** What is done with the report of a half-year. */
export default defineActs<{ report: Pick<HalfYear, 'year' | 'half'> }>()(
  {
    texts: ['cases'],
    values: ({ report: { year, half } }) => ({ year, half }),
    fields: 'cases.report.fields',
    subject: ({ report: { year, half } }, { t }) => ({ thing: t('cases.report.option', { year, half }) }),
    initial: ({ report: { year, half } }) => ({ year: String(year), half: String(half) }),
  },
  {
    freeze: {
      command: 'cases:report:freeze',
      title: 'cases.report.freeze_title',
      submit: 'cases.report.freeze',
      text: 'cases.report.freeze_text',
    },
  },
)
