import { createBrowserRouter } from 'react-router'
import { fromCallback } from 'xstate'
import { ProblemError, problem } from '../domain/problem.ts'
import { getConfiguration } from '../domain/wire/identity.ts'
import { createDrafts } from '../hooks/drafts.ts'
import type { Services } from '../hooks/services.ts'
import { createUnanswered } from '../hooks/unanswered.ts'
import { type ApplicationEvent, applicationMachine } from '../machines/application/index.ts'
import { liveFeedMachine } from '../machines/live-feed/index.ts'
import { noticesMachine } from '../machines/notices/index.ts'
import { type Entry, sessionMachine } from '../machines/session/index.ts'
import { err, ok } from '../machines/support/index.ts'
import { pageLanguage } from '../messages/index.ts'
import { message } from '../messages/message.ts'
import { createLiveFeedActors } from '../services/actors/liveFeed.ts'
import { createNoticesActors } from '../services/actors/notices.ts'
import { createSessionActors } from '../services/actors/session.ts'
import { createApi } from '../services/api.ts'
import { download, saveBlob, saveText } from '../services/downloads.ts'
import { createFileRegistry } from '../services/fileRegistry.ts'
import { createIdentityService } from '../services/identity.ts'
import { createTokenStore } from '../services/tokenStore.ts'
import { pathWithin, portalBase } from './base.ts'
import { pagePreferences } from './pagePreferences.ts'
import { routes } from './routes.tsx'
import { loadUploadCode, type UploadCode, uploadCode } from './uploadCode.ts'

const entries: Record<string, Entry> = {
  '/callback/signin': 'signInCallback',
  '/callback/signout': 'signOutCallback',
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    if (made) return made
    made = make()
    made.catch(() => {
      made = undefined
    })
    return made
  }
}

/** A promise of what is there already; so marked, `use` gives the value at once. */
const there = <T>(value: T): Promise<T> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })

/** Everything that lives as long as the page: services, the root chart with its implementations, the router. */
export const createApplication = (window: Window) => {
  const { origin, search, hash } = window.location
  const below = portalBase(window.document)
  const within = (pathname: string): string => pathWithin(below, pathname)
  const pathname = within(window.location.pathname)
  const now = () => Date.now()
  const tokens = createTokenStore(window.localStorage, now)
  const base = `${below}/api`
  const api = createApi({ base, token: tokens.read, language: pageLanguage(), renewed: tokens.refused })
  const configuration = once(async () => {
    const answer = await api.call(getConfiguration)
    if (!answer.ok) throw new ProblemError(answer.problem)
    return answer.value
  })
  const identity = createIdentityService({
    configuration: async () => (await configuration()).identity,
    origin: origin + below,
    storage: window.localStorage,
    now,
    locks: window.navigator.locks,
  })
  const files = createFileRegistry()
  const preferences = pagePreferences(window)

  const entry = entries[pathname] ?? 'page'
  const router = createBrowserRouter(routes, { basename: `${below}/` })
  const machine = applicationMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: createSessionActors({
          api: createApi({ base, token: tokens.read, language: pageLanguage() }),
          identity,
          tokens,
          now,
        }),
        actions: { forgetToken: () => void tokens.drop() },
      }),
      liveFeed: liveFeedMachine.provide({
        actors: createLiveFeedActors({
          api,
          base: `${origin.replace(/^http/, 'ws')}${base}`,
          // Fetched after the first screen: a live message comes later than that anyway.
          loadSocket: async () => (await import('reconnecting-websocket')).default,
          page: window,
          now,
        }),
      }),
      notices: noticesMachine.provide({ actors: createNoticesActors({ api }) }),
      watchLocation: fromCallback<ApplicationEvent>(({ sendBack }) =>
        router.subscribe(({ location }) =>
          sendBack({
            type: 'LOCATION_CHANGED',
            location: within(location.pathname) + location.search + location.hash,
          }),
        ),
      ),
    },
  })

  const uploadOf = ({ uploadMachine, createUploadActors }: UploadCode) =>
    uploadMachine.provide({ actors: createUploadActors({ api, files, now, network: window }) })
  const services: Services = {
    api,
    files,
    preferences,
    drafts: createDrafts(),
    unanswered: createUnanswered(),
    uploadMachine: once(() => {
      const code = uploadCode()
      return code ? there(uploadOf(code)) : loadUploadCode().then(uploadOf)
    }),
    configuration,
    download,
    saveText,
    saveBlob,
    savePng: async (fileName, svg) => (await import('../services/picture.ts')).savePng(fileName, svg),
    readPdf: async content => {
      try {
        return ok(await (await import('../services/pdf.ts')).readPdf(content))
      } catch {
        return err(problem('invalid', message('problems', 'notShown')))
      }
    },
    readSheet: async content => {
      try {
        return ok(await (await import('../services/sheetText.ts')).sheetText(content))
      } catch {
        return err(problem('invalid', message('problems', 'noWorkbook')))
      }
    },
    postFile: async (file, post) =>
      (await import('../services/sendFile.ts')).sendFile(file, post, {
        report: () => undefined,
        signal: new AbortController().signal,
        now,
      }),
    signInAgain: async location => {
      await identity.redirectToSignInAgain(location)
      return { ok: true, value: null }
    },
    leaveFor: path => window.location.replace(below + path),
    location: () => ({ ...router.state.location, pathname: within(router.state.location.pathname) }),
    isLeaving: () => {
      const { location, navigation } = router.state
      return navigation.location !== undefined && navigation.location.pathname !== location.pathname
    },
    now,
  }
  const input = {
    entry,
    location: entry === 'page' ? pathname + search + hash : '/',
    release: import.meta.env.RELEASE,
    spread: Math.random(),
  }
  return { machine, input, services, router, report: (error: unknown) => window.reportError(error) }
}

export type Application = ReturnType<typeof createApplication>
