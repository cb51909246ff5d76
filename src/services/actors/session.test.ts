import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { signOut } from '../../domain/wire/identity.ts'
import { ok } from '../../machines/support/index.ts'
import type { Api } from '../api.ts'
import type { IdentityService } from '../identity.ts'
import type { TokenStore } from '../tokenStore.ts'
import { createSessionActors } from './session.ts'

/** What signing out does, in its order, with services that behave as the test wants. */
const signingOut = (
  service: Partial<IdentityService> = {},
  call: () => Promise<unknown> = async () => {},
) => {
  const done: string[] = []
  const note =
    <T>(name: string, answer: () => T) =>
    (): T => {
      done.push(name)
      return answer()
    }
  const identity: Partial<IdentityService> = {
    keptToken: async () => 'identity-token',
    revoke: async () => {},
    signOut: async () => {},
    forget: () => {},
    ...service,
  }
  const noted = Object.fromEntries(
    Object.entries(identity).map(([name, work]) => [name, note(name, work as () => unknown)]),
  )
  const sent: unknown[] = []
  const { signOut: logic } = createSessionActors({
    api: {
      call: async (definition: unknown, request: unknown) => {
        sent.push([definition, request])
        await call()
        return ok(undefined)
      },
    } as unknown as Api,
    identity: noted as unknown as IdentityService,
    tokens: { clear: note('clear', () => undefined) } as unknown as TokenStore,
    now: () => 0,
  })
  const actor = createActor(logic)
  actor.subscribe({ error: () => undefined })
  actor.start()
  return { done, sent, ended: toPromise(actor) }
}

describe('signing out', () => {
  it('drops the token first, ends the sign-in with the services, then leaves for the identity service', async () => {
    const { done, sent, ended } = signingOut()
    await ended
    expect(done).toEqual(['clear', 'keptToken', 'revoke', 'signOut'])
    expect(sent).toEqual([[signOut, { body: { token: 'identity-token' } }]])
  })

  it('leaves nothing in the browser where the identity service cannot be reached', async () => {
    const { done, ended } = signingOut({ keptToken: () => Promise.reject(new Error('no answer')) })
    await expect(ended).rejects.toThrow('no answer')
    expect(done).toEqual(['clear', 'keptToken', 'forget'])
  })

  it('is not held up by services that refuse or do not answer', async () => {
    vi.useFakeTimers()
    try {
      const { done, ended } = signingOut(
        { revoke: () => Promise.reject(new Error('not supported')) },
        () => new Promise(() => undefined),
      )
      await vi.advanceTimersByTimeAsync(5000)
      await ended
      expect(done.at(-1)).toBe('signOut')
    } finally {
      vi.useRealTimers()
    }
  })
})
