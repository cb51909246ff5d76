import { expect, it } from 'vitest'
import { createTokenStore, signedOutKey, tokenKey } from './tokenStore.ts'

const storageOf = (): Storage => {
  const kept = new Map<string, string>()
  return {
    getItem: name => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: name => void kept.delete(name),
    clear: () => kept.clear(),
    key: () => null,
    length: 0,
  }
}

it('keeps the token of its own window, whatever another window writes', () => {
  const storage = storageOf()
  const [one, other] = [createTokenStore(storage, () => 0), createTokenStore(storage, () => 0)]
  one.write('for the one')
  other.write('for the other')
  expect([one.read(), createTokenStore(storage, () => 0).read()]).toEqual(['for the one', 'for the other'])
  expect([one.drop(), storage.getItem(tokenKey)]).toEqual([false, 'for the other'])
  expect([other.drop(), storage.getItem(tokenKey)]).toEqual([true, null])
})

it('gives whoever was refused the next token, asked for once', async () => {
  const tokens = createTokenStore(storageOf(), () => 0)
  let requests = 0
  tokens.onRefused(() => {
    requests += 1
  })
  tokens.write('old')
  const next = tokens.refused('old')
  tokens.write('new')
  expect([await next, await tokens.refused('old'), requests]).toEqual(['new', 'new', 1])
})

it('gives nothing once the session has ended, nor while nobody is signed in', async () => {
  const tokens = createTokenStore(storageOf(), () => 0)
  tokens.write('old')
  expect(await tokens.refused('old')).toBeUndefined()
  const stop = tokens.onRefused(() => tokens.drop())
  expect(await tokens.refused('old')).toBeUndefined()
  stop()
})

const minute = 60_000
const hour = 60 * minute

/** A token of the API that is issued at this time and counts for nine minutes. */
const tokenIssued = (at: number): string => {
  const claims = {
    sub: 'supplier',
    name: 'A Supplier',
    iat: at / 1000,
    exp: (at + 9 * minute) / 1000,
    organisation: { id: '0001', type: 'provider', name: 'University of Ashby' },
    organisationIds: ['0001'],
    isProvider: true,
    isStatutoryCustomer: false,
    isPrimaryRegulator: false,
    roles: ['submitter'],
    sid: 'sign-in',
    permissionsBySection: {},
  }
  return `.${btoa(JSON.stringify(claims))}.`
}

it.each([
  ['right', 0],
  ['an hour fast', hour],
  ['an hour slow', -hour],
])('reckons the end by the life of the token where the clock of the browser is %s', (_, off) => {
  const issued = Date.parse('2024-11-01T12:00:00Z')
  let at = issued + off
  const storage = storageOf()
  const tokens = createTokenStore(storage, () => at)
  tokens.write(tokenIssued(issued))
  at += 2 * minute
  expect((tokens.ends() ?? 0) - at).toBe(7 * minute)
  // A page that is opened later goes by when the token arrived.
  expect((createTokenStore(storage, () => at).ends() ?? 0) - at).toBe(7 * minute)
  tokens.clear()
  expect(tokens.ends()).toBeUndefined()
})

it('tells other windows that the user signs out, before the token goes', () => {
  const storage = storageOf()
  const told: string[] = []
  const { setItem, removeItem } = storage
  storage.setItem = (key, value) => {
    told.push(`set ${key}`)
    setItem(key, value)
  }
  storage.removeItem = key => {
    told.push(`remove ${key}`)
    removeItem(key)
  }
  createTokenStore(storage, () => 0).signOut()
  expect(told.indexOf(`set ${signedOutKey}`)).toBe(0)
  expect(told).toContain(`remove ${tokenKey}`)
  expect(storage.getItem(signedOutKey)).toBeNull()
})
