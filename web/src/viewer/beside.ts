import type { Section } from '../app/entries'

/** Screens that the specification's menu does not have: the palette finds them, and their section leads to them. */
export const BESIDE: readonly {
  path: string
  label: string
  section: Exclude<Section, 'preferences'>
  permissions: readonly string[]
}[] = [
  {
    path: '/dashboard/payin/payments/reviews',
    label: 'menu.beside.reviews',
    section: 'payin',
    permissions: ['payin::payment:read'],
  },
]
