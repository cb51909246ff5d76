import { describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../src/machines/support/index.ts'
import { type TokenExchangeInput, tokenExchangeMachine } from '../../src/machines/token-exchange/index.ts'
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

/** An exchange whose services note when the token is kept. */
const exchange = (input: TokenExchangeInput) => {
  const keepToken = vi.fn()
  return { ...live(tokenExchangeMachine.provide({ actions: { keepToken } }), input), keepToken }
}

describe('an exchange of the identity for a token', () => {
  isWalkedWhole(tokenExchangeSpec)

  it('has the token kept only when it is known who acts by it', async () => {
    const walk = exchange(signIn)
    for (const event of [found, exchanged]) await walk.cause(event)
    expect(walk.inputs()).toEqual({ readSession: undefined })
    expect(walk.keepToken).not.toHaveBeenCalled()
    await walk.cause(read)
    expect(walk.keepToken).toHaveBeenCalledOnce()
    expect(walk.keepToken.mock.calls[0]![0].context.session).toEqual(sessionOf('0001'))
    expect(walk.actor.getSnapshot().output).toEqual(ok(sessionOf('0001')))
  })

  it('fails where nobody keeps the token, in place of ending with one that is lost', async () => {
    const walk = live(tokenExchangeMachine, signIn)
    for (const event of [found, exchanged, read]) await walk.cause(event)
    expect(walk.actor.getSnapshot().status).toBe('error')
    expect(walk.fault()).toEqual(new Error('"keepToken" is not provided.'))
  })

  it('keeps no token of an exchange whose session could not be read, and calls that no refusal', async () => {
    const walk = exchange({ organisationId: '0001', isRenewal: false })
    for (const event of [found, exchanged, failed('readSession', lost)]) await walk.cause(event)
    expect(walk.keepToken).not.toHaveBeenCalled()
    expect(walk.actor.getSnapshot().output).toMatchObject({
      problem: { kind: 'network' },
      isUnanswered: true,
    })
  })

  it('takes the first organisation where the one chosen last is refused, and no other for one chosen by name', async () => {
    const walk = exchange(signIn)
    await walk.cause(found)
    expect(walk.inputs()).toEqual({ exchangeToken: { organisationId: '0002' } })
    await walk.cause(done('exchangeToken', err(forbidden)))
    expect(walk.inputs()).toEqual({ exchangeToken: { organisationId: undefined } })
    const named = exchange({ organisationId: '0002', isRenewal: false })
    for (const event of [found, done('exchangeToken', err(forbidden))]) await named.cause(event)
    expect(named.actor.getSnapshot().output).toMatchObject({ ok: false, problem: forbidden })
  })

  it('renews once more where what another window got is refused, and ends where its own is', async () => {
    const walk = exchange(renewal)
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
      const walk = exchange(renewal)
      for (const event of [done('renewIdentity', 'renewed'), found, exchanged, read]) {
        await walk.cause(event.actorId === actor ? failed(actor, lost) : event)
        if (event.actorId === actor) break
      }
      expect(walk.actor.getSnapshot().output).toMatchObject({ isUnanswered: true })
    },
  )
})
