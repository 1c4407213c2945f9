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

/** A parameter by itself, also where it stands among the shared ones. */
const resolved = (document, part) =>
  part.$ref ? document.components.parameters[part.$ref.split('/').at(-1)] : part

/** The filters of a list are one object in the document; in the types each is a member of the query, as it is sent. */
function withFilters(document) {
  for (const operation of Object.values(document.paths).flatMap(Object.values))
    operation.parameters = operation.parameters.flatMap((part) => {
      const { explode, in: place, schema } = resolved(document, part)
      if (!explode || schema.type !== 'object') return part
      return Object.entries(schema.properties).map(([name, shape]) => ({ name, in: place, schema: shape }))
    })
  return document
}

if (!existsSync(source)) throw new Error('web/openapi.json is not there: `make web/openapi.json` writes it')

const newest = [source, join(web, 'package.json'), import.meta.filename].map(written)

if (written(types) <= Math.max(...newest)) {
  const text = astToString(await openapiTS(withFilters(JSON.parse(readFileSync(source, 'utf8')))))
  // In one step: two checkers may run side by side.
  const draft = `${types}.${process.pid}`
  writeFileSync(
    draft,
    `// Made by scripts/types.mjs from openapi.json. Not edited by hand, not committed.\n\n${text}`,
  )
  renameSync(draft, types)
}
