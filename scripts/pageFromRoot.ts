import type { Plugin } from 'vite'

/** The page is served at every depth, so its own addresses begin at the root; the server puts the portal's path before them. */
export const pageFromRoot = (): Plugin => ({
  name: 'page-from-root',
  transformIndexHtml: { order: 'post', handler: page => page.replaceAll('="./', '="/') },
})
