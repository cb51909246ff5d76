// `npm start`: installs and builds what is missing, then runs the whole system. `npm run dev`: the same with the pages
// served by Vite, which reloads them as they change.
import {
  ensureBuilt,
  ensureInstalled,
  ensureMessages,
  run,
  runtime,
  walkMeanwhile,
} from './support/bootstrap.mjs'
import { helpOn } from './support/help.mjs'

helpOn(`npm start
       npm run dev
  start  installs and builds what is missing, then runs the whole system; variables such as PORT and DATA_DIR configure it
  dev    the same with pages that reload as they change`)

await ensureInstalled()
await ensureMessages()

if (process.argv.includes('--dev')) {
  const pages = 'http://localhost:5173'
  const env = { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? pages }
  const codes = await Promise.all([
    run(runtime(), ['server/main.ts'], { env }),
    run(runtime(), ['node_modules/vite/bin/vite.js']),
  ])
  process.exit(Math.max(...codes))
}

const built = await ensureBuilt()
if (built !== 0) process.exit(built)
console.error('Starting the server (usually 10 seconds; the first time it also makes a database) …')
const endWalk = walkMeanwhile()
const code = await run(runtime(), ['server/main.ts'])
endWalk()
process.exit(code)
