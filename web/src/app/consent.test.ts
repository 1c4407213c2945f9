import { expect, it, vi } from 'vitest'
import { accept, accepted, onAccepted } from './consent'

it('nothing is accepted until somebody accepts, and then for good', () => {
  expect(accepted()).toBe(false)
  accept()
  expect(accepted()).toBe(true)
  expect(localStorage.getItem('acceptCookie')).toBe('true')
})

it.each(['false', '1', 'True'])('a stored %s is no acceptance', (stored) => {
  localStorage.setItem('acceptCookie', stored)
  expect(accepted()).toBe(false)
})

it('who waits is told once, whether it is accepted here or before', () => {
  const waiting = vi.fn()
  onAccepted(waiting)
  expect(waiting).not.toHaveBeenCalled()
  accept()
  accept()
  expect(waiting).toHaveBeenCalledOnce()
  const late = vi.fn()
  onAccepted(late)
  expect(late).toHaveBeenCalledOnce()
})

it('who has stopped waiting is not told', () => {
  const gone = vi.fn()
  onAccepted(gone)()
  accept()
  expect(gone).not.toHaveBeenCalled()
})

it('who waits hears of an acceptance in another tab, and of no other change there', () => {
  const waiting = vi.fn()
  onAccepted(waiting)
  localStorage.setItem('theme', 'dark')
  dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))
  expect(waiting).not.toHaveBeenCalled()
  localStorage.setItem('acceptCookie', 'true')
  dispatchEvent(new StorageEvent('storage', { key: 'acceptCookie', newValue: 'true' }))
  expect(waiting).toHaveBeenCalledOnce()
})

it('who waits is told also where the browser refuses its storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError')
  })
  const waiting = vi.fn()
  onAccepted(waiting)
  accept()
  expect(waiting).toHaveBeenCalledOnce()
})
