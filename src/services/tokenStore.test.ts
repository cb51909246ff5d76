import { expect, it } from 'vitest'
import { createTokenStore, tokenKey } from './tokenStore.ts'

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
  const [one, other] = [createTokenStore(storage), createTokenStore(storage)]
  one.write('for the one')
  other.write('for the other')
  expect([one.read(), createTokenStore(storage).read()]).toEqual(['for the one', 'for the other'])
  expect([one.drop(), storage.getItem(tokenKey)]).toEqual([false, 'for the other'])
  expect([other.drop(), storage.getItem(tokenKey)]).toEqual([true, null])
})

it('gives whoever was refused the next token, asked for once', async () => {
  const tokens = createTokenStore(storageOf())
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
  const tokens = createTokenStore(storageOf())
  tokens.write('old')
  expect(await tokens.refused('old')).toBeUndefined()
  const stop = tokens.onRefused(() => tokens.drop())
  expect(await tokens.refused('old')).toBeUndefined()
  stop()
})
