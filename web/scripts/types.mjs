// Makes src/app/api-types.ts, the types of the API, from openapi.json; nothing is done where it is newer than that. Every script of
// package.json that reads the types runs this first.
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'

const web = join(import.meta.dirname, '..')
const source = join(web, 'openapi.json')
const types = join(web, 'src/app/api-types.ts')

/** When a file was written; what is not there is older than all. */
const written = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0)

if (written(types) <= Math.max(written(source), written(join(web, 'package.json')))) {
  const text = astToString(await openapiTS(JSON.parse(readFileSync(source, 'utf8'))))
  // In one step: two checkers may run side by side.
  const draft = `${types}.${process.pid}`
  writeFileSync(
    draft,
    `// Made by scripts/types.mjs from openapi.json. Not edited by hand, not committed.\n\n${text}`,
  )
  renameSync(draft, types)
}
