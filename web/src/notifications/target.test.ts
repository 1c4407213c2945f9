import { describe, expect, it } from 'vitest'
import { targetOf } from './target'

describe('where a notification leads', () => {
  it.each([
    ['/dashboard', '/dashboard', {}, ''],
    ['/dashboard/payin/payments/0198', '/dashboard/payin/payments/0198', {}, ''],
    [
      '/dashboard/x?page=2&status=paid,pending#top',
      '/dashboard/x',
      { page: '2', status: 'paid,pending' },
      'top',
    ],
  ])('%s is a route of the dashboard', (redirect, to, search, hash) => {
    expect(targetOf(redirect)).toEqual({ to, search, hash })
  })

  it.each([
    null,
    '',
    'https://other.example/dashboard',
    '//other.example/dashboard',
    '/\\other.example/dashboard',
    'javascript:alert(1)',
    'dashboard',
    '/dashboards',
    '/dashboard/../401',
    '/auth/logout',
    '//',
  ])('%s is nowhere', (redirect) => {
    expect(targetOf(redirect)).toBeNull()
  })
})
