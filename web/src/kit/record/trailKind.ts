import type { paths } from '../../app/api-types'

type KindOf<Path> = Path extends `/v1/trail/${infer Kind}/{id}` ? Kind : never

/** The things whose trail the server knows. */
export type TrailKind = KindOf<keyof paths>
