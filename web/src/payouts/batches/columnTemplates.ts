import type { Answer } from '../../app/api'

/** How the columns of a merchant's own files are called. */
export type ColumnTemplate = Answer<'/v1/payouts/batch-mappings', 'get'>[number]

export const TEMPLATES = ['payouts.mappings']
