import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentityService, type Locks } from './identity.ts'

type Listener = (user: { expires_at: number }) => void

interface Kept {
  id_token: string
  refresh_token: string
  expires_at: number
}

/** The library and the identity service behind it, for all windows of one browser. */
const library = vi.hoisted(() => ({
  made: 0,
  listeners: new Map<string, Set<unknown>>(),
  kept: null as Kept | null,
  used: new Set<string>(),
  renewals: 0,
  answer: undefined as undefined | (() => void),
  state: undefined as unknown,
}))

vi.mock('./oidc.ts', () => {
  const adding = (name: string) => (listener: unknown) =>
    library.listeners.set(name, (library.listeners.get(name) ?? new Set()).add(listener))
  return {
    WebStorageStateStore: class {},
    UserManager: class {
      events = { addUserLoaded: adding('loaded'), addUserUnloaded: adding('unloaded') }
      constructor() {
        library.made += 1
      }
      getUser = async () => library.kept
      removeUser = async () => {
        library.kept = null
      }
      signinRedirectCallback = async () => ({ state: library.state })
      // Refresh tokens rotate: one that is used twice ends the session (decisions §5).
      signinSilent = async () => {
        const { refresh_token = '' } = library.kept ?? {}
        await Promise.resolve()
        library.answer?.()
        if (library.used.has(refresh_token)) {
          library.kept = null
          throw Object.assign(new Error('reused'), { error: 'invalid_grant' })
        }
        library.used.add(refresh_token)
        library.renewals += 1
        await Promise.resolve()
        library.kept = keptUntil(begun + 30 * minute, library.renewals + 1)
      }
    },
  }
})

const begun = Date.parse('2024-11-01T12:00:00Z')
const minute = 60_000

const keptUntil = (end: number, number = 1): Kept => ({
  id_token: `identity-${number}`,
  refresh_token: `refresh-${number}`,
  expires_at: end / 1000,
})

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
    key: index => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}

/** The locks of one browser: one holder of a name at a time, the others in a row. */
const locksOf = (): Locks => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_, work) => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

const serviceOf = (storage: Storage, locks?: Locks) =>
  createIdentityService({
    configuration: async () => ({ authority: 'https://id.example', clientId: 'portal', scope: 'openid' }),
    origin: 'https://portal.example',
    storage,
    now: () => Date.now(),
    locks,
  })

/** A page that is opened after somebody signed in, whose identity ends then. */
const pageOpened = async (end: number, tokenEnd?: number) => {
  const storage = storageOf()
  await serviceOf(storage).idToken()
  raise('loaded', end)
  const onExpiring = vi.fn()
  return { storage, onExpiring, stop: serviceOf(storage).watch(onExpiring, () => tokenEnd) }
}

beforeEach(() => {
  vi.useFakeTimers({ now: begun })
  library.listeners.clear()
  library.used.clear()
  library.kept = null
  library.renewals = 0
  library.answer = undefined
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the watch over an identity', () => {
  it('tells a minute before the end, once', async () => {
    const { onExpiring } = await pageOpened(begun + 15 * minute)
    await vi.advanceTimersByTimeAsync(14 * minute - 5000)
    expect(onExpiring).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5000)
    expect(onExpiring).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5 * minute)
    expect(onExpiring).toHaveBeenCalledTimes(1)
  })

  it('tells a minute before the end of the API token, where that is earlier', async () => {
    const { onExpiring } = await pageOpened(begun + 15 * minute, begun + 5 * minute)
    await vi.advanceTimersByTimeAsync(4 * minute)
    expect(onExpiring).toHaveBeenCalledTimes(1)
  })

  it('tells at once after the machine has slept, and where the end is not known', async () => {
    const slept = await pageOpened(begun + 15 * minute)
    vi.setSystemTime(begun + 60 * minute)
    await vi.advanceTimersByTimeAsync(5000)
    expect(slept.onExpiring).toHaveBeenCalledTimes(1)
    const onExpiring = vi.fn()
    serviceOf(storageOf()).watch(onExpiring)
    await vi.advanceTimersByTimeAsync(5000)
    expect(onExpiring).toHaveBeenCalledTimes(1)
  })

  it('leaves it to another window that has renewed in time, and tells of the next end', async () => {
    const { storage, onExpiring } = await pageOpened(begun + 15 * minute)
    await serviceOf(storage).idToken()
    raise('loaded', begun + 30 * minute)
    await vi.advanceTimersByTimeAsync(20 * minute)
    expect(onExpiring).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(9 * minute)
    expect(onExpiring).toHaveBeenCalledTimes(1)
  })

  it('ends with the session', async () => {
    const { onExpiring, stop } = await pageOpened(begun + 15 * minute)
    stop()
    await vi.advanceTimersByTimeAsync(20 * minute)
    expect(onExpiring).not.toHaveBeenCalled()
  })
})

describe('the renewal of an identity', () => {
  it('is one for three windows that ask at once, so that no refresh token is used twice', async () => {
    library.kept = keptUntil(begun + minute)
    const [storage, locks] = [storageOf(), locksOf()]
    const windows = [1, 2, 3].map(() => serviceOf(storage, locks))
    expect(await Promise.all(windows.map(window => window.renew('identity-1')))).toEqual([
      'renewed',
      'kept',
      'kept',
    ])
    expect(library.renewals).toBe(1)
    expect(library.kept?.id_token).toBe('identity-2')
  })

  it('is one also for windows that were just opened and have exchanged nothing yet', async () => {
    library.kept = keptUntil(begun + minute)
    const [storage, locks] = [storageOf(), locksOf()]
    const windows = [1, 2].map(() => serviceOf(storage, locks))
    expect(await Promise.all(windows.map(window => window.renew(undefined)))).toEqual(['renewed', 'kept'])
    expect(library.renewals).toBe(1)
  })

  it('is made where the API refuses an identity that has not ended', async () => {
    library.kept = keptUntil(begun + 10 * minute)
    expect(await serviceOf(storageOf(), locksOf()).renew('identity-1')).toBe('renewed')
    expect(library.renewals).toBe(1)
  })

  it('tells a refusal from an answer that did not come', async () => {
    library.kept = keptUntil(begun + minute)
    library.answer = () => {
      throw new TypeError('Failed to fetch')
    }
    const service = serviceOf(storageOf(), locksOf())
    await expect(service.renew('identity-1')).rejects.toThrow('Failed to fetch')
    library.answer = undefined
    library.used.add('refresh-1')
    expect(await service.renew('identity-1')).toBe('refused')
  })

  it('drops an identity that has ended, and none that another window has got', async () => {
    library.kept = keptUntil(begun + 30 * minute, 2)
    const service = serviceOf(storageOf(), locksOf())
    await service.drop('identity-1')
    expect(library.kept?.id_token).toBe('identity-2')
    await service.drop('identity-2')
    expect(library.kept).toBeNull()
  })

  it('is forgotten without the library, and nothing else that the browser keeps', () => {
    const storage = storageOf()
    storage.setItem('oidc.user:https://id.example:portal', '{}')
    storage.setItem('bedel.identity-ends', '1')
    storage.setItem('bedel.preferences', '{}')
    serviceOf(storage).forget()
    expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).toEqual([
      'bedel.preferences',
    ])
  })
})

describe('a sign-in', () => {
  it.each([
    ['/submissions?collection=23056#top', '/submissions?collection=23056#top'],
    ['https://elsewhere.example/', '/'],
    ['//elsewhere.example/', '/'],
    ['/\\elsewhere.example/', '/'],
    ['/\t/elsewhere.example/', '/'],
    ['javascript:alert(1)', '/'],
    [undefined, '/'],
  ])('that began at %j leads back to %s, on the portal alone', async (location, expected) => {
    library.state = { location }
    expect(await serviceOf(storageOf()).completeSignIn()).toEqual({ location: expected })
  })
})
