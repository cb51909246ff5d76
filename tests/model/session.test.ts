import { describe, expect, it, vi } from 'vitest'
import {
  organisationGroupsOf,
  selectHasFailed,
  selectNotice,
  sessionMachine,
} from '../../src/machines/session/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { message } from '../../src/messages/message.ts'
import {
  organisations,
  sessionOf,
  sessionSpec,
  unanswered,
  unauthorised,
} from '../../src/model/charts/session.ts'
import { done, failed, journey, live } from '../../src/model/live.ts'
import { notingParent, parent } from '../../src/model/parent.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const page = { parent, entry: 'page', location: '/submissions?ms.page=2' } as const
const callback = { parent, entry: 'signInCallback', location: '/' } as const
const acting = (organisationId: string) => ({
  type: 'SESSION_ACTING',
  user: sessionOf(organisationId).user,
  liveSequence: 3,
  unreadNotices: 2,
})
const signedIn = [done('readToken', 900_000), done('readSession', ok(sessionOf('0001')))]
const noToken = done('readToken', 0)
const found = (hasIdentity: boolean) => done('findIdentity', { hasIdentity, lastOrganisationId: undefined })

describe('session', () => {
  isWalkedWhole(sessionSpec)

  it('sends whoever is not signed in to sign in, and remembers where they were', async () => {
    const walk = live(sessionMachine, page)
    for (const event of [noToken, found(false)]) await walk.cause(event)
    expect(walk.actor.getSnapshot().value).toBe('signingIn')
    expect(walk.inputs()).toEqual({ redirectToSignIn: { location: page.location, isAgain: false } })
  })

  it('retries every ten seconds in an outage, and shows the reason until it works', async () => {
    const walk = live(sessionMachine, page)
    const hasFailed = () => selectHasFailed(walk.actor.getSnapshot())
    const fails = failed('readSession', new TypeError('fetch failed'))
    for (const event of [done('readToken', 900_000), fails]) await walk.cause(event)
    for (const _ of [1, 2]) {
      expect([walk.actor.getSnapshot().value, hasFailed()]).toEqual(['failed', true])
      await walk.cause({ type: 'xstate.after.signInRetry.session.failed' })
      expect(walk.actor.getSnapshot().matches('restoring')).toBe(true)
      for (const event of [done('readToken', 900_000), fails]) {
        expect(hasFailed()).toBe(true)
        await walk.cause(event)
      }
    }
    await walk.cause({ type: 'xstate.after.signInRetry.session.failed' })
    for (const event of signedIn) await walk.cause(event)
    expect([walk.actor.getSnapshot().value, hasFailed()]).toEqual([{ signedIn: 'active' }, false])
  })

  it('waits for a person after a fault, or a failure on the way back from signing in', async () => {
    for (const { input, actor, error } of [
      { input: callback, actor: 'completeSignIn', error: new TypeError('fetch failed') },
      { input: page, actor: 'readToken', error: new Error('a fault') },
    ]) {
      const walk = live(sessionMachine, input)
      await walk.cause(failed(actor, error))
      await walk.cause({ type: 'xstate.after.signInRetry.session.failed' })
      expect(walk.actor.getSnapshot().value).toBe('failed')
    }
  })

  it('returns from the identity service to the stored location', async () => {
    const { parent, received } = notingParent()
    const { value } = await journey(sessionMachine, { ...callback, parent }, [
      done('completeSignIn', { outcome: 'signedIn', location: '/monitoring/23056' }),
      done('exchangeToken', ok(sessionOf('0001'))),
    ])
    expect(value).toEqual({ signedIn: 'active' })
    expect(received).toEqual([{ type: 'NAVIGATE', to: '/monitoring/23056' }, acting('0001')])
  })

  it('signs in again on a stale login state and goes to /', async () => {
    const walk = live(sessionMachine, { ...callback, location: '/somewhere' })
    await walk.cause(done('completeSignIn', { outcome: 'staleLoginState' }))
    expect(walk.inputs()).toEqual({ redirectToSignIn: { location: '/', isAgain: false } })
  })

  it('clears the tokens when the exchange is refused, and signs in again remembering the location', async () => {
    const walk = live(sessionMachine, page)
    for (const event of [noToken, found(true)]) await walk.cause(event)
    await walk.cause(done('exchangeToken', err(unauthorised)))
    expect(walk.actor.getSnapshot().value).toBe('rejected')
    await walk.cause(done('clearTokens', undefined))
    expect(walk.inputs()).toEqual({ redirectToSignIn: { location: page.location, isAgain: false } })
  })

  it('does not go round for ever when the exchange is refused right after signing in', async () => {
    const { value, context } = await journey(sessionMachine, callback, [
      done('completeSignIn', { outcome: 'signedIn', location: '/' }),
      done('exchangeToken', err(unauthorised)),
      done('clearTokens', undefined),
    ])
    expect(value).toBe('failed')
    expect(context.problem).toEqual(unauthorised)
  })

  it('asks who has signed out here to show anew who they are, where the identity service would let them in as before', async () => {
    const walk = live(sessionMachine, callback)
    await walk.cause(done('completeSignIn', { outcome: 'signedIn', location: '/monitoring/23056' }))
    await walk.cause(done('exchangeToken', err(unauthorised)))
    await walk.cause(done('clearTokens', undefined))
    for (const event of [{ type: 'RETRY' }, noToken, found(false)] as const) await walk.cause(event)
    expect(walk.inputs()).toEqual({ redirectToSignIn: { location: '/monitoring/23056', isAgain: true } })
  })

  it('renews in silence before the end, and stays on the screen when that is refused', async () => {
    const walk = live(sessionMachine, page)
    for (const event of signedIn) await walk.cause(event)
    await walk.cause({ type: 'LOCATION_CHANGED', location: '/submissions/23056/a/submit' })
    await walk.cause({ type: 'TOKEN_EXPIRING' })
    expect(selectNotice(walk.actor.getSnapshot())).toBeUndefined()
    expect(walk.inputs().renewSession).toEqual({ organisationId: '0001', isRenewal: true })
    await walk.cause(done('renewSession', err(unauthorised)))
    expect(selectNotice(walk.actor.getSnapshot())).toBe('expired')
    expect(Object.keys(walk.inputs())).toContain('dropToken')
    expect(walk.actor.getSnapshot().context.session).toEqual(sessionOf('0001'))
    await walk.cause({ type: 'SIGN_IN' })
    expect(walk.inputs()).toEqual({
      redirectToSignIn: { location: '/submissions/23056/a/submit', isAgain: false },
    })
  })

  it('gives notice when a renewal gets no answer, and tries it again after a while or on demand', async () => {
    const walk = live(sessionMachine, page)
    for (const event of [...signedIn, { type: 'TOKEN_EXPIRING' }]) await walk.cause(event)
    await walk.cause(done('renewSession', unanswered))
    expect(selectNotice(walk.actor.getSnapshot())).toBe('expiring')
    await walk.cause({ type: 'xstate.after.renewalRetry.session.signedIn.expiring.waiting' })
    await walk.cause(done('retryRenewal', unanswered))
    expect(selectNotice(walk.actor.getSnapshot())).toBe('expiring')
    await walk.cause({ type: 'STAY_SIGNED_IN' })
    await walk.cause(done('retryRenewal', ok(sessionOf('0001'))))
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'active' })
    expect(walk.actor.getSnapshot().context.problem).toBeUndefined()
  })

  it('forgets who was there, and where, when they sign out', async () => {
    const { parent, received } = notingParent()
    const { value, context } = await journey(sessionMachine, { ...page, parent }, [
      ...signedIn,
      { type: 'LOCATION_CHANGED', location: '/submissions/23056/a/submit' },
      { type: 'SIGN_OUT' },
    ])
    expect(value).toBe('signingOut')
    expect([context.session, context.location]).toEqual([undefined, '/'])
    expect(received).toEqual([acting('0001'), { type: 'SESSION_LEFT' }])
  })

  it('renews in silence after a 401 of the API', async () => {
    const { value } = await journey(sessionMachine, page, [
      ...signedIn,
      { type: 'UNAUTHORISED' },
      done('renewSession', ok(sessionOf('0001'))),
    ])
    expect(value).toEqual({ signedIn: 'active' })
  })

  it('takes up the session of another window only when its own has ended, so that two windows never answer each other', async () => {
    const { parent, received } = notingParent()
    const walk = live(sessionMachine, { ...page, parent })
    for (const event of signedIn) await walk.cause(event)
    await walk.cause({ type: 'SIGNED_IN_ELSEWHERE' })
    expect(walk.inputs()).toEqual({})
    await walk.cause({ type: 'SESSION_ENDED_ELSEWHERE' })
    expect(selectNotice(walk.actor.getSnapshot())).toBe('expired')
    await walk.cause({ type: 'SIGNED_IN_ELSEWHERE' })
    expect(walk.inputs()).toEqual({ followSession: { organisationId: '0001', isRenewal: false } })
    await walk.cause(done('followSession', ok(sessionOf('0001'))))
    expect(selectNotice(walk.actor.getSnapshot())).toBeUndefined()
    expect(received.at(-2)).toEqual({ type: 'SESSION_CONTINUED' })
  })

  it('shows "You are signed out" at once when the user signs out in another window, with nothing from the page before', async () => {
    const forgetToken = vi.fn()
    const machine = sessionMachine.provide({ actions: { forgetToken } })
    for (const last of [[], [{ type: 'SESSION_ENDED_ELSEWHERE' }]]) {
      const { parent, received } = notingParent()
      const { value, context } = await journey(machine, { ...page, parent }, [
        ...signedIn,
        ...last,
        { type: 'SIGNED_OUT_ELSEWHERE' },
      ])
      expect(value).toBe('signedOut')
      expect([context.session, context.location]).toEqual([undefined, '/'])
      expect(received).toEqual([acting('0001'), { type: 'SESSION_LEFT' }, { type: 'NAVIGATE', to: '/' }])
    }
    expect(forgetToken).toHaveBeenCalledTimes(2)
  })

  it('shows another person nothing of what the former had on the screen', async () => {
    const { parent, received } = notingParent()
    const { context } = await journey(sessionMachine, { ...page, parent }, [
      ...signedIn,
      { type: 'SESSION_ENDED_ELSEWHERE' },
      { type: 'SIGNED_IN_ELSEWHERE' },
      done('followSession', ok(sessionOf('0001', 'somebody-else'))),
    ])
    expect(context.location).toBe('/')
    expect(received).toContainEqual({ type: 'NAVIGATE', to: '/' })
  })

  it('exchanges again for the other organisation and goes to the dashboard', async () => {
    const { parent, received } = notingParent()
    const { context } = await journey(sessionMachine, { ...page, parent }, [
      ...signedIn,
      { type: 'SWITCH_ORGANISATION', organisationId: '0002' },
      done('switchOrganisation', ok(sessionOf('0002'))),
    ])
    expect(context.session).toEqual(sessionOf('0002'))
    expect(received).toEqual([acting('0001'), { type: 'NAVIGATE', to: '/' }, acting('0002')])
  })

  const wanted = { type: 'SWITCH_ORGANISATION', organisationId: '0002' }

  it('exchanges for the other organisation after a renewal in which it was chosen, and once', async () => {
    const renewed = [...signedIn, { type: 'TOKEN_EXPIRING' }, wanted]
    const silent = live(sessionMachine, page)
    for (const event of [...renewed, done('renewSession', ok(sessionOf('0001')))]) await silent.cause(event)
    expect(silent.inputs()).toMatchObject({ switchOrganisation: { organisationId: '0002' } })
    await silent.cause(done('switchOrganisation', err(unauthorised)))
    await silent.cause({ type: 'TOKEN_EXPIRING' })
    await silent.cause(done('renewSession', ok(sessionOf('0001'))))
    expect(silent.actor.getSnapshot().value).toEqual({ signedIn: 'active' })
    const late = await journey(sessionMachine, page, [
      ...signedIn,
      { type: 'TOKEN_EXPIRING' },
      failed('renewSession', new TypeError('fetch failed')),
      wanted,
      { type: 'STAY_SIGNED_IN' },
      done('retryRenewal', ok(sessionOf('0001'))),
      done('switchOrganisation', ok(sessionOf('0002'))),
    ])
    expect([late.value, late.context.session]).toEqual([{ signedIn: 'active' }, sessionOf('0002')])
  })

  it('acts for the organisation that was chosen last while another choice was on its way', async () => {
    const { parent, received } = notingParent()
    const walk = live(sessionMachine, { ...page, parent })
    for (const event of [...signedIn, wanted]) await walk.cause(event)
    await walk.cause({ type: 'SWITCH_ORGANISATION', organisationId: '0003' })
    expect(walk.inputs()).toMatchObject({ switchOrganisation: { organisationId: '0003' } })
    await walk.cause(done('switchOrganisation', ok(sessionOf('0003'))))
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'active' })
    expect(received).toEqual([acting('0001'), { type: 'NAVIGATE', to: '/' }, acting('0003')])
  })

  it('begins no second exchange for an organisation that is on its way already', async () => {
    const walk = live(sessionMachine, page)
    for (const event of [...signedIn, wanted]) await walk.cause(event)
    const underWay = walk.actor.getSnapshot().children.switchOrganisation
    await walk.cause(wanted)
    expect(walk.taken()).toEqual([])
    expect(walk.actor.getSnapshot().children.switchOrganisation).toBe(underWay)
  })

  it('stays with the organisation where that is chosen again before the other one counts', async () => {
    const stays = { type: 'SWITCH_ORGANISATION', organisationId: '0001' }
    const back = await journey(sessionMachine, page, [...signedIn, wanted, stays])
    expect([back.value, back.context.session]).toEqual([{ signedIn: 'active' }, sessionOf('0001')])
    const renewed = [{ type: 'TOKEN_EXPIRING' }, wanted, stays, done('renewSession', ok(sessionOf('0001')))]
    const { value } = await journey(sessionMachine, page, [...signedIn, ...renewed])
    expect(value).toEqual({ signedIn: 'active' })
  })

  it('takes nobody to another organisation that was chosen before the session ended', async () => {
    const { value } = await journey(sessionMachine, page, [
      ...signedIn,
      { type: 'TOKEN_EXPIRING' },
      wanted,
      done('renewSession', err(unauthorised)),
      { type: 'SIGNED_IN_ELSEWHERE' },
      done('followSession', ok(sessionOf('0001'))),
    ])
    expect(value).toEqual({ signedIn: 'active' })
  })

  it('goes on for the former organisation when the change fails', async () => {
    const { value, context } = await journey(sessionMachine, page, [
      ...signedIn,
      { type: 'SWITCH_ORGANISATION', organisationId: '0002' },
      failed('switchOrganisation', new TypeError('fetch failed')),
    ])
    expect(value).toEqual({ signedIn: 'active' })
    expect(context.session).toEqual(sessionOf('0001'))
    expect(context.problem?.kind).toBe('network')
  })

  it('does not offer an organisation that is not onboarded, nor a stream that is not available', async () => {
    const walk = live(sessionMachine, page)
    for (const event of signedIn) await walk.cause(event)
    const snapshot = walk.actor.getSnapshot()
    expect(snapshot.can({ type: 'SWITCH_ORGANISATION', organisationId: '0005' })).toBe(false)
    expect(snapshot.can({ type: 'SELECT_STREAM', streamId: '042' })).toBe(false)
    expect(organisationGroupsOf(organisations)).toEqual([
      {
        type: 'provider',
        organisations: [
          { id: '0002', name: 'Brackley Institute of Arts', disabledReason: undefined },
          { id: '0003', name: 'Calder Conservatoire', disabledReason: undefined },
          {
            id: '0005',
            name: 'Elgin University',
            disabledReason: message('domain', 'organisations.notOnboarded'),
          },
          { id: '0001', name: 'University of Ashby', disabledReason: undefined },
        ],
      },
    ])
  })
})
