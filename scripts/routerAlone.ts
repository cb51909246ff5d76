/**
 * Leaves out of React Router what this product does without: it asks nobody to measure the router, and its pages are drawn
 * in the browser, by no framework that renders on a server and prefetches pages. 2 kB of the first load. Where an upgrade
 * asks for more of these modules, the build fails and names what is missing.
 */
import type { Plugin } from 'vite'

/** The modules of the router that use what is left out; the same names for others stay as they are. */
const users = /\/react-router\/dist\/production\/lib\/(?:components|dom\/lib|router\/router)\.js$/

/** What a module gives to a router that nobody measures, outside a framework. */
const without = {
  'instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = router => router`,
  'ssr/components.js': `
    import { createContext } from 'react'
    export const FrameworkContext = createContext(undefined)
    export const PrefetchPageLinks = () => null
    export const mergeRefs = ref => ref
    export const usePrefetchBehavior = () => [false, undefined, {}]`,
}

const prefix = '\0router-alone/'

export function routerAlone(): Plugin {
  return {
    name: 'router-alone',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || !users.test(importer)) return undefined
      const module = Object.keys(without).find(name => source.endsWith(`/${name}`))
      return module && `${prefix}${module}`
    },
    load(id) {
      return Object.entries(without).find(([module]) => id === `${prefix}${module}`)?.[1]
    },
  }
}
