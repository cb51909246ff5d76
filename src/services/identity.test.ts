import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentityService } from './identity.ts'

type Listener = (user: { expires_at: number }) => void

const library = vi.hoisted(() => ({ made: 0, listeners: new Map<string, Set<unknown>>() }))

vi.mock('./oidc.ts', () => {
  const adding = (name: string) => (listener: unknown) =>
    library.listeners.set(name, (library.listeners.get(name) ?? new Set()).add(listener))
  const removing = (name: string) => (listener: unknown) => library.listeners.get(name)?.delete(listener)
  return {
    WebStorageStateStore: class {},
    UserManager: class {
      events = {
        addUserLoaded: adding('loaded'),
        addUserUnloaded: adding('unloaded'),
        addSilentRenewError: adding('failed'),
        addAccessTokenExpired: adding('expired'),
        addUserSignedOut: adding('signedOut'),
        removeUserLoaded: removing('loaded'),
        removeSilentRenewError: removing('failed'),
        removeAccessTokenExpired: removing('expired'),
        removeUserSignedOut: removing('signedOut'),
      }
      constructor() {
        library.made += 1
      }
      getUser = async () => null
    },
  }
})

const begun = Date.parse('2024-11-01T12:00:00Z')
const minute = 60_000

/** What the library calls back, as it does by itself. */
const raise = (name: string, expiresAt = 0): void => {
  for (const listener of library.listeners.get(name) ?? [])
    (listener as Listener)({ expires_at: expiresAt / 1000 })
}

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

const serviceOf = (storage: Storage) =>
  createIdentityService({
    configuration: async () => ({ authority: 'https://id.example', clientId: 'portal', scope: 'openid' }),
    origin: 'https://portal.example',
    storage,
    now: () => Date.now(),
  })

/** A page that is opened after somebody signed in, whose identity ends then. */
const pageOpened = async (end: number) => {
  const storage = storageOf()
  await serviceOf(storage).idToken()
  raise('loaded', end)
  library.made = 0
  library.listeners.clear()
  const onChange = vi.fn()
  return { storage, onChange, stop: serviceOf(storage).watch(onChange) }
}

beforeEach(() => {
  vi.useFakeTimers({ now: begun })
  library.made = 0
  library.listeners.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the watch over an identity', () => {
  it('takes up the library two minutes before the end, and tells what it then tells', async () => {
    const { onChange } = await pageOpened(begun + 15 * minute)
    await vi.advanceTimersByTimeAsync(13 * minute)
    expect(library.made).toBe(0)
    await vi.advanceTimersByTimeAsync(5000)
    expect(library.made).toBe(1)
    raise('loaded', begun + 30 * minute)
    raise('failed')
    raise('expired')
    expect(onChange.mock.calls.flat()).toEqual(['renewed', 'expiring', 'expired'])
  })

  it('does so at once after the machine has slept', async () => {
    await pageOpened(begun + 15 * minute)
    vi.setSystemTime(begun + 60 * minute)
    await vi.advanceTimersByTimeAsync(5000)
    expect(library.made).toBe(1)
  })

  it('does so at once where the end is not known', async () => {
    serviceOf(storageOf()).watch(vi.fn())
    await vi.advanceTimersByTimeAsync(0)
    expect(library.made).toBe(1)
  })

  it('leaves it to another window that has renewed in time', async () => {
    const { storage } = await pageOpened(begun + 15 * minute)
    const other = serviceOf(storage)
    await other.idToken()
    raise('loaded', begun + 30 * minute)
    library.made = 0
    await vi.advanceTimersByTimeAsync(20 * minute)
    expect(library.made).toBe(0)
  })

  it('ends with the session', async () => {
    const waiting = await pageOpened(begun + 15 * minute)
    waiting.stop()
    await vi.advanceTimersByTimeAsync(20 * minute)
    expect(library.made).toBe(0)
    const near = await pageOpened(begun + 21 * minute)
    await vi.advanceTimersByTimeAsync(5000)
    near.stop()
    raise('expired')
    expect(near.onChange).not.toHaveBeenCalled()
  })
})
