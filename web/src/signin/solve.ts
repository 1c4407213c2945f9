import { type Challenge, solveChallengeWorkers } from 'altcha/lib'
import Worker from 'altcha/workers/pbkdf2?worker'

const TIMEOUT = 60_000
// A phone with eight cores still has to draw the page.
const MOST_WORKERS = 4

/** Works a challenge out, in workers of our own origin. Gives the answer as the header wants it; throws when it cannot. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1),
    counterMode: 'uint32',
    createWorker: () => new Worker(),
    timeout: TIMEOUT,
  })
  if (!solution) throw new Error('The challenge was not solved in time')
  const { parameters, signature } = challenge
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
}
