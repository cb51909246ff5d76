import { describe, expect, it } from 'vitest'
import { err, ok } from '../../src/machines/support/index.ts'
import { tokenExchangeMachine } from '../../src/machines/token-exchange/index.ts'
import { sessionOf, unauthorised } from '../../src/model/charts/session.ts'
import { forbidden, keptIdentity, tokenExchangeSpec } from '../../src/model/charts/tokenExchange.ts'
import { done, failed, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const lost = new TypeError('fetch failed')
const found = done('findIdentity', keptIdentity('0002'))
const exchanged = done('exchangeToken', ok(null))
const read = done('readSession', ok(sessionOf('0001')))
const renewal = { organisationId: '0001', isRenewal: true }
const signIn = { organisationId: undefined, isRenewal: false }

describe('an exchange of the identity for a token', () => {
  isWalkedWhole(tokenExchangeSpec)

  it('has the token kept only when it is known who acts by it', async () => {
    const walk = live(tokenExchangeMachine, signIn)
    for (const event of [found, exchanged]) await walk.cause(event)
    expect([walk.emitted(), walk.inputs()]).toEqual([[], { readSession: undefined }])
    await walk.cause(read)
    expect(walk.emitted()).toEqual([{ type: 'tokenExchange.stands', organisationId: '0001' }])
    expect(walk.actor.getSnapshot().output).toEqual(ok(sessionOf('0001')))
  })

  it('keeps no token of an exchange whose session could not be read, and calls that no refusal', async () => {
    const walk = live(tokenExchangeMachine, { organisationId: '0001', isRenewal: false })
    for (const event of [found, exchanged, failed('readSession', lost)]) await walk.cause(event)
    expect(walk.emitted()).toEqual([])
    expect(walk.actor.getSnapshot().output).toMatchObject({
      problem: { kind: 'network' },
      isUnanswered: true,
    })
  })

  it('takes the first organisation where the one chosen last is refused, and no other for one chosen by name', async () => {
    const walk = live(tokenExchangeMachine, signIn)
    await walk.cause(found)
    expect(walk.inputs()).toEqual({ exchangeToken: { organisationId: '0002' } })
    await walk.cause(done('exchangeToken', err(forbidden)))
    expect(walk.inputs()).toEqual({ exchangeToken: { organisationId: undefined } })
    const named = live(tokenExchangeMachine, { organisationId: '0002', isRenewal: false })
    for (const event of [found, done('exchangeToken', err(forbidden))]) await named.cause(event)
    expect(named.actor.getSnapshot().output).toMatchObject({ ok: false, problem: forbidden })
  })

  it('renews once more where what another window got is refused, and ends where its own is', async () => {
    const walk = live(tokenExchangeMachine, renewal)
    for (const event of [done('renewIdentity', 'kept'), found, done('exchangeToken', err(unauthorised))])
      await walk.cause(event)
    expect(walk.inputs()).toEqual({ renewIdentity: undefined })
    for (const event of [done('renewIdentity', 'renewed'), found, done('exchangeToken', err(unauthorised))])
      await walk.cause(event)
    expect(walk.actor.getSnapshot().output).toEqual({ ...err(unauthorised), isUnanswered: false })
  })

  it.each(['renewIdentity', 'findIdentity', 'exchangeToken', 'readSession'])(
    'tells a refusal from no answer of %s',
    async actor => {
      const walk = live(tokenExchangeMachine, renewal)
      for (const event of [done('renewIdentity', 'renewed'), found, exchanged, read]) {
        await walk.cause(event.actorId === actor ? failed(actor, lost) : event)
        if (event.actorId === actor) break
      }
      expect(walk.actor.getSnapshot().output).toMatchObject({ isUnanswered: true })
    },
  )
})
