import type { Tone } from '../ui/Badge'
import type { Status } from './list/definition'

/** The states of a charge, in the order of its life: their words and colours, the same on every screen. */

const TONES = {
  created: 'awaiting',
  pending: 'awaiting',
  paid: 'success',
  expired: 'neutral',
  cancelled: 'neutral',
  under_review: 'atention',
  partially_refunded: 'info',
  refunded: 'info',
  failed: 'error',
} as const satisfies Record<string, Tone>

export const CHARGE_STATUSES: readonly Status[] = Object.entries(TONES).map(([value, tone]) => ({
  value,
  tone,
  label: `payin.status.${value}`,
}))
