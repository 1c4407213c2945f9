import { loadScript } from '../script'

type Clarity = ((...call: unknown[]) => void) & { q?: unknown[][] }

declare global {
  interface Window {
    clarity?: Clarity
  }
}

/** Microsoft Clarity. Every text and picture is masked by the mark on the body; what is typed Clarity masks always. */
export async function startRecording(id: string): Promise<void> {
  document.body.dataset.clarityMask = 'true'
  const queue: unknown[][] = []
  const clarity: Clarity = (...call) => queue.push(call)
  clarity.q = queue
  window.clarity = clarity
  clarity('consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' })
  await loadScript(`https://www.clarity.ms/tag/${encodeURIComponent(id)}`)
}
