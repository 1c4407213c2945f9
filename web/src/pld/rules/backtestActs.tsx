import { defineActs } from '../../kit/act/defineActs'
import { backtestPath, ruleName } from '../pld'

interface Given {
  version: { id: string; version: number; name: string }
  rule: number
}

/** Asks a version of the whole past. */
export default defineActs<Given, { id: string }>()(
  {
    texts: ['pld'],
    ids: () => ({}),
    subject: ({ version, rule }) => ({ thing: `${ruleName(rule)} v${version.version} · ${version.name}` }),
    fields: 'pld.acts.fields',
    initial: ({ version }) => ({ version: version.id }),
    options: ({ version }) => ({ version: [{ value: version.id, label: `v${version.version}` }] }),
    after: ({ id }, { go }) => go(backtestPath(id)),
  },
  {
    run: {
      command: 'pld:backtest:run',
      title: 'pld.acts.backtest',
      submit: 'pld.acts.backtest',
      text: 'pld.acts.backtest_text',
      fixed: { from_at: null, until_at: null },
    },
  },
)
