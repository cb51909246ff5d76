import type { Plugin } from 'vite'
import { folder } from './catalogue.ts'
import { compileMessages } from './compile.ts'

/** Compiles the messages before a build or a test, and while the development server runs whenever one changes. */
export const messages = (): Plugin => ({
  name: 'messages',
  config: () => compileMessages(),
  configureServer: ({ watcher }) => {
    watcher.on('all', (_, path) => {
      if (path.startsWith(folder) && path.endsWith('.json')) compileMessages()
    })
  },
})
