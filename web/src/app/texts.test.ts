// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENTRIES } from './entries'

type Tree = { [key: string]: string | Tree }

const src = join(import.meta.dirname, '..')
const locales = join(src, '../public/locales')
const namespaces = readdirSync(join(locales, 'en')).map((file) => basename(file, '.json'))

function flat(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(path + key, value)
    else for (const [name, text] of flat(value, `${path}${key}.`)) found.set(name, text)
  }
  return found
}

const read = (language: string, namespace: string) =>
  flat(JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8')) as Tree)
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).toSorted()

describe.each(namespaces)('the texts of %s', (namespace) => {
  const en = read('en', namespace)
  const pt = read('pt', namespace)

  it('have the same names in both languages', () => {
    expect([...pt.keys()].toSorted()).toEqual([...en.keys()].toSorted())
  })

  it('have the same places for values in both languages', () => {
    for (const [key, text] of en) expect([key, placeholders(pt.get(key)!)]).toEqual([key, placeholders(text)])
  })

  it('are never empty', () => {
    expect([...en, ...pt].filter(([, text]) => !text.trim())).toEqual([])
  })
})

const all = new Set(
  namespaces.flatMap((namespace) => [...read('en', namespace).keys()].map((key) => `${namespace}.${key}`)),
)
const exists = (key: string) => all.has(key) || all.has(`${key}_other`)

it('every text that the source asks for exists', () => {
  const missing: string[] = []
  const named = new RegExp(`'((?:${namespaces.join('|')})\\.[\\w.]+)'`, 'g')
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || file.includes('.test.')) continue
    const source = readFileSync(join(src, file), 'utf8')
    const asked = source.match(/\bt\([^()]*|\b(label|title|hint|text): '[^']*'/g) ?? []
    for (const [, key = ''] of asked.join('\n').matchAll(named)) {
      if (!exists(key)) missing.push(`${file}: ${key}`)
    }
  }
  expect(missing).toEqual([])
})

it('every entry of the menu and its section have a text', () => {
  const wanted = ENTRIES.flatMap((entry) => [entry.label, `menu.${entry.section}.section`])
  expect(wanted.filter((key) => !exists(key))).toEqual([])
})

it('the keys of the specification stand under its names', () => {
  const named =
    `login.required_field login.email_address_invalid login.ishuman_failed login.password_incorrect
    login.2fa_code_invalid login.2fa_code_valid login.email_not_found login.new_password_fail login.verify_your_email
    login.password_success common.field_required login.invalid_password.min_length_required login.invalid_password.upper_case
    login.invalid_password.lower_case login.invalid_password.numbers login.invalid_password.alphas
    preferences.profile.password_diff_fail preferences.profile.error_old_password
    preferences.profile.password_change_success preferences.profile.2factor_new_device_success`.split(/\s+/)
  expect(named.filter((key) => !exists(key))).toEqual([])
})

/** Words that a product of this trade does not say; what stands for each is in the glossary and in the texts themselves. */
const RETIRED: Record<'en' | 'pt', readonly RegExp[]> = {
  en: [
    /Search or do something/,
    /Needs your eyes/,
    /Another amount|Paid too late|Paid twice|No such charge/,
    /\b[Gg]ive(?:n)? back\b|Pix given back/,
    /\bKind\b/,
    /Can be paid for|The merchant's usual/,
    /belongs to nobody|This is no valid C/,
    /There is no such day/,
    /All that is left$|^A part of it/,
    /Amount that arrives|Empty: now|^On the day$/,
    /^Planned$|To be sent|^At the bank$|^Held back$|^Carried out$/,
    /How is it named|^Whose$|Trusted, of another/,
    /^Asked(?: for| by)?$|^What was asked for$|^Hand on$|That day, with this one/,
    /As known on a day|A day, as it was known|Of an earlier day/,
    /^Set aside$|^Agreed$|^To answer$|Why is this payment yours/,
    /Waits for the payer|^Not agreed$|Changes each cycle/,
    /Least limit|What is sold|How the payer agrees|odd cents|^In %$/,
    /Set pages|Replace the key|^Contract \(OpenAPI\)|It stands in the pages/,
    /^Tries$|What came back$|^Send again$/,
    /Code of the application|Scan the picture|I have kept the codes/,
    /The fewest who could|Alone in an emergency|as the program brings it|^by the clock$|^Took$/,
    /Put into force|^Holds$|Back to the default|^Continuously$|Look through all|^What to know$/,
    /EndToEndId|Partly refunded|Awaits payment|\bBRL \d/,
  ],
  pt: [
    /Buscar ou fazer algo/,
    /Precisa de você$/,
    /Pago fora do prazo|Pago duas vezes|Valor diferente/,
    /A usual do estabelecimento|não pertence a ninguém/,
    /Vazio: agora|^No dia$|Valor que chega/,
    /Passar adiante|Sozinho em emergência|pelo relógio$/,
    /EndToEndId|Voltar ao padrão|Enviar de novo|Colocar em vigor/,
    /Aguarda o pagador|Muda a cada ciclo|centavos que sobram/,
    /Do que avisamos você/,
  ],
}

it.each(['en', 'pt'] as const)('no text in %s says a word that was retired', (language) => {
  const said = namespaces.flatMap((namespace) =>
    [...read(language, namespace)].flatMap(([key, text]) =>
      RETIRED[language].some((word) => word.test(text)) ? [`${namespace}.${key}: ${text}`] : [],
    ),
  )
  expect(said).toEqual([])
})

it('every list that has never had a row says what will stand there', () => {
  const silent: string[] = []
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || file.includes('.test.') || /^(kit|showcase)\//.test(file)) continue
    const source = readFileSync(join(src, file), 'utf8')
    if (!source.includes('defineList')) continue
    for (const [, path = ''] of source.matchAll(/\bpath: '\/(?:v1|rbac)\/([^']+)'/g)) {
      if (!exists(`empty.${path.replaceAll(/[/-]/g, '_')}.title`)) silent.push(`${file}: ${path}`)
    }
  }
  expect(silent).toEqual([])
})
