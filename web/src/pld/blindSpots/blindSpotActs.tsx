import { defineActs } from '../../kit/act/defineActs'
import { blindSpotPath, ruleName } from '../pld'

interface Given {
  version?: { id: string; version: number; name: string }
  rule?: number
}

/** Searches what the rules do not see: as they are, or with a version as if it were active. */
export default defineActs<Given, { id: string }>()(
  {
    texts: ['pld'],
    ids: () => ({}),
    subject: ({ version, rule }, { t }) => ({
      thing: version
        ? `${ruleName(rule ?? null)} v${version.version} · ${version.name}`
        : t('pld.blind_spots.of_rules'),
    }),
    fields: 'pld.acts.fields',
    after: ({ id }, { go }) => go(blindSpotPath(id)),
  },
  {
    rules: {
      command: 'pld:blind_spots:search',
      title: 'pld.acts.blind_spots',
      submit: 'pld.acts.blind_spots',
      text: 'pld.acts.blind_spots_text',
      fixed: { version: null, currency: null },
    },
    version: {
      command: 'pld:blind_spots:search',
      title: 'pld.acts.blind_spots',
      submit: 'pld.acts.blind_spots',
      text: 'pld.acts.blind_spots_version_text',
      initial: ({ version }) => ({ version: version?.id ?? null }),
      options: ({ version }) => ({
        version: version ? [{ value: version.id, label: `v${version.version}` }] : [],
      }),
      fixed: { currency: null },
    },
  },
)
