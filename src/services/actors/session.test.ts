import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { problem } from '../../domain/problem.ts'
import { exchangeToken, signOut } from '../../domain/wire/identity.ts'
import { err, ok, type Result } from '../../machines/support/index.ts'
import { message } from '../../messages/message.ts'
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

const claims = {
  sub: 'supplier',
  name: 'A Supplier',
  exp: 900,
  iat: 0,
  organisation: { id: '0001', type: 'provider', name: 'University of Ashby' },
  organisationIds: ['0001'],
  isProvider: true,
  isStatutoryCustomer: false,
  isPrimaryRegulator: false,
  roles: ['submitter'],
  sid: 'sign-in',
  permissionsBySection: {},
}

/** What a renewal comes to where the API answers the calls one after the other so. */
const renewing = (answers: readonly Result<unknown>[]) => {
  const left = [...answers]
  const { renewSession } = createSessionActors({
    api: { call: async () => left.shift() } as unknown as Api,
    identity: {
      renew: async () => true,
      idToken: async () => 'identity-token',
    } as unknown as IdentityService,
    tokens: {
      organisation: () => '0001',
      write: () => undefined,
      chooseOrganisation: () => undefined,
    } as unknown as TokenStore,
    now: () => 0,
  })
  const actor = createActor(renewSession, { input: { organisationId: '0001' } })
  actor.subscribe({ error: () => undefined })
  actor.start()
  return toPromise(actor)
}

describe('renewing a session', () => {
  const exchanged = ok({ token: `.${btoa(JSON.stringify(claims))}.` })
  const listed = ok({ organisations: [], liveSequence: 3, unreadNotices: 0 })

  it('brings a session', async () => {
    expect(await renewing([exchanged, listed])).toMatchObject({ ok: true, value: { liveSequence: 3 } })
  })

  it.each([
    ['the exchange', []],
    ['what follows it', [exchanged]],
  ])('takes too many requests at %s for no answer, so that the session goes on', async (_, before) => {
    const tooMany = problem('too-many-requests', 'Wait for 7 seconds.')
    await expect(renewing([...before, err(tooMany)])).rejects.toMatchObject({ problem: tooMany })
  })

  it('gives the refusal of a person as what it is', async () => {
    const refused = err(problem('forbidden', 'You act for no organisation.'))
    expect(await renewing([refused])).toEqual(refused)
  })
})

/** The actors of one window, with what they ask of the services; the API answers one call after the other so. */
const windowWith = (answers: readonly Result<unknown>[], renewals: readonly boolean[] = []) => {
  const [left, renewed] = [[...answers], [...renewals]]
  const exchanges: unknown[] = []
  const spent: unknown[] = []
  const actors = createSessionActors({
    api: {
      call: async (definition: unknown, { body }: { body?: unknown }) => {
        if (definition === exchangeToken) exchanges.push(body)
        return left.shift()
      },
    } as unknown as Api,
    identity: {
      renew: async (former: unknown) => {
        spent.push(former)
        return renewed.shift()
      },
      idToken: async () => 'identity-token',
    } as unknown as IdentityService,
    tokens: {
      organisation: () => '0002',
      write: () => undefined,
      chooseOrganisation: () => undefined,
    } as unknown as TokenStore,
    now: () => 0,
  })
  const ended = (logic: 'exchangeToken' | 'renewSession', organisationId: string | undefined) =>
    toPromise(createActor(actors[logic], { input: { organisationId } }).start())
  return { ended, exchanges, spent }
}

describe('the rules of a session that its services keep', () => {
  const exchanged = ok({ token: `.${btoa(JSON.stringify(claims))}.` })
  const listed = ok({ organisations: [], liveSequence: 3, unreadNotices: 0 })
  const forbidden = err(problem('forbidden', 'You do not act for this organisation.'))
  const unauthorised = err(problem('unauthorised', 'The identity token has ended.'))
  const signInAgain = err(problem('unauthorised', message('problems', 'signInAgain')))
  const token = 'identity-token'

  it('takes the first organisation where the one chosen last is not this person’s any more', async () => {
    const { ended, exchanges } = windowWith([forbidden, exchanged, listed])
    expect((await ended('exchangeToken', undefined)).ok).toBe(true)
    expect(exchanges).toEqual([{ token, organisationId: '0002' }, { token }])
  })

  it('takes no other organisation for one that was chosen, nor after any other refusal', async () => {
    const chosen = windowWith([forbidden])
    expect(await chosen.ended('exchangeToken', '0001')).toEqual(forbidden)
    const refused = windowWith([unauthorised])
    expect(await refused.ended('exchangeToken', undefined)).toEqual(unauthorised)
    expect([chosen.exchanges.length, refused.exchanges.length]).toEqual([1, 1])
  })

  it('renews once more where what the browser kept is refused, which another window may have renewed long ago', async () => {
    const { ended, spent } = windowWith([unauthorised, exchanged, listed], [true, true])
    expect((await ended('renewSession', '0001')).ok).toBe(true)
    expect(spent).toEqual([undefined, token])
  })

  it('ends where a renewed identity is refused', async () => {
    const { ended, spent } = windowWith([exchanged, listed, unauthorised], [true, true])
    await ended('renewSession', '0001')
    expect(await ended('renewSession', '0001')).toEqual(unauthorised)
    expect(spent).toEqual([undefined, token])
  })

  it.each([
    [[false], []],
    [[true, false], [unauthorised]],
  ])('ends where the identity service refuses to renew: %j', async (renewals, answers) => {
    expect(await windowWith(answers, renewals).ended('renewSession', '0001')).toEqual(signInAgain)
  })
})
