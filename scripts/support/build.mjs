import { ensureBuilt } from './bootstrap.mjs'

// The build as a command: it does nothing where the pages are those of these sources.
process.exitCode = await ensureBuilt()
