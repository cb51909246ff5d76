import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { problem } from '../../domain/problem.ts'
import { exchangeToken, signOut } from '../../domain/wire/identity.ts'
import { err, ok, type Result } from '../../machines/support/index.ts'
import type {
  RenewalOutput,
  TokenExchangeInput,
  TokenExchangeOutput,
} from '../../machines/token-exchange/index.ts'
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
    tokens: { signOut: note('clear', () => undefined) } as unknown as TokenStore,
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

const apiToken = `.${btoa(JSON.stringify(claims))}.`
const exchanged = ok({ token: apiToken })
const listed = ok({ organisations: [], streams: [], records: [], liveSequence: 3, unreadNotices: 0 })
const unauthorised = err(problem('unauthorised', 'The identity token has ended.'))

interface Answered {
  /** Of the API, one call after the other. */
  answers?: readonly Result<unknown>[]
  /** Of the identity service, one renewal after the other. */
  renewals?: readonly RenewalOutput[]
  /** The identity token that is kept; one that another window gets takes its place. */
  identities?: readonly (string | undefined)[]
}

/** The actors of one window, with what they ask of the services and what they keep. */
const windowWith = ({ answers = [], renewals = [], identities = ['identity-token'] }: Answered) => {
  const [left, renewed, kept] = [[...answers], [...renewals], [...identities]]
  const exchanges: unknown[] = []
  const bearers: unknown[] = []
  const formers: unknown[] = []
  const written: string[] = []
  const actors = createSessionActors({
    api: {
      call: async (definition: unknown, { body, token }: { body?: unknown; token?: string }) => {
        if (definition === exchangeToken) exchanges.push(body)
        else bearers.push(token)
        return left.shift()
      },
    } as unknown as Api,
    identity: {
      renew: async (former: unknown) => {
        formers.push(former)
        return renewed.shift()
      },
      idToken: async () => (kept.length > 1 ? kept.shift() : kept[0]),
      drop: async (former: unknown) => void formers.push(former),
    } as unknown as IdentityService,
    tokens: {
      read: () => apiToken,
      ends: () => 900_000,
      drop: () => true,
      organisation: () => '0002',
      write: (token: string) => written.push(token),
      chooseOrganisation: (id: string) => written.push(id),
    } as unknown as TokenStore,
    now: () => 400_000,
  })
  const ended = (input: TokenExchangeInput): Promise<TokenExchangeOutput> =>
    toPromise(createActor(actors.tokenExchange, { input }).start())
  return { actors, ended, exchanges, bearers, formers, written }
}

const renewal = { organisationId: '0001', isRenewal: true }
const signIn = { organisationId: undefined, isRenewal: false }

describe('renewing a session', () => {
  it('brings a session, whose token is then the one that counts, and its organisation the one chosen last', async () => {
    const { ended, exchanges, bearers, written } = windowWith({
      answers: [exchanged, listed],
      renewals: ['renewed'],
    })
    expect(await ended(renewal)).toMatchObject({ ok: true, value: { liveSequence: 3 } })
    expect(exchanges).toEqual([{ token: 'identity-token', organisationId: '0001' }])
    expect([bearers, written]).toEqual([[apiToken], [apiToken, '0001']])
  })

  it.each([
    ['the exchange', []],
    ['what follows it', [exchanged]],
  ])('takes too many requests at %s for no answer, so that the session goes on', async (_, before) => {
    const tooMany = problem('too-many-requests', 'Wait for 7 seconds.')
    const { ended, written } = windowWith({ answers: [...before, err(tooMany)], renewals: ['renewed'] })
    expect(await ended(renewal)).toMatchObject({ problem: tooMany, isUnanswered: true })
    expect(written).toEqual([])
  })

  it('gives the refusal of a person as what it is', async () => {
    const refused = err(problem('forbidden', 'You act for no organisation.'))
    const { ended } = windowWith({ answers: [refused], renewals: ['renewed'] })
    expect(await ended(renewal)).toEqual({ ...refused, isUnanswered: false })
  })
})

describe('the rules of a session that its services and charts keep together', () => {
  const forbidden = err(problem('forbidden', 'You do not act for this organisation.'))
  const signInAgain = err(problem('unauthorised', message('problems', 'signInAgain')))
  const token = 'identity-token'

  it('takes the first organisation where the one chosen last is not this person’s any more', async () => {
    const { ended, exchanges } = windowWith({ answers: [forbidden, exchanged, listed] })
    expect((await ended(signIn)).ok).toBe(true)
    expect(exchanges).toEqual([{ token, organisationId: '0002' }, { token }])
  })

  it('takes no other organisation for one that was chosen, nor after any other refusal', async () => {
    const chosen = windowWith({ answers: [forbidden] })
    expect(await chosen.ended({ organisationId: '0001', isRenewal: false })).toMatchObject(forbidden)
    const refused = windowWith({ answers: [unauthorised] })
    expect(await refused.ended(signIn)).toMatchObject(unauthorised)
    expect([chosen.exchanges.length, refused.exchanges.length]).toEqual([1, 1])
  })

  it('renews once more where what the browser kept is refused, which another window may have renewed long ago', async () => {
    const { ended, formers } = windowWith({
      answers: [unauthorised, exchanged, listed],
      renewals: ['kept', 'renewed'],
    })
    expect((await ended(renewal)).ok).toBe(true)
    expect(formers).toEqual([undefined, token])
  })

  it('ends where a renewed identity is refused', async () => {
    const { ended, formers } = windowWith({
      answers: [exchanged, listed, unauthorised],
      renewals: ['kept', 'renewed'],
    })
    await ended(renewal)
    expect(await ended(renewal)).toMatchObject(unauthorised)
    expect(formers).toEqual([undefined, token])
  })

  it.each<[readonly RenewalOutput[], Result<unknown>[]]>([
    [['refused'], []],
    [['kept', 'refused'], [unauthorised]],
  ])('ends where the identity service refuses to renew: %j', async (renewals, answers) => {
    expect(await windowWith({ renewals, answers }).ended(renewal)).toMatchObject(signInAgain)
  })

  it('drops the identity that it had, and no later one of another window, where its own has ended', async () => {
    const { actors, ended, formers } = windowWith({
      answers: [exchanged, listed],
      identities: [token, undefined],
    })
    await ended(signIn)
    expect((await ended(signIn)).ok).toBe(false)
    await toPromise(createActor(actors.dropToken).start())
    expect(formers).toEqual([token])
  })

  it('says how long the kept token counts, and asks with that who acts', async () => {
    const { actors, bearers, written } = windowWith({ answers: [listed] })
    expect(await toPromise(createActor(actors.readToken).start())).toBe(500_000)
    expect(await toPromise(createActor(actors.readSession).start())).toMatchObject({ ok: true })
    expect([bearers, written]).toEqual([[apiToken], []])
  })
})
