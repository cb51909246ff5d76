// Loaded before a command (`node --import`), which without the packages would end with an error of Node's own: the Node that reads
// it is one of them. Plain JavaScript for Node 20.19 and later.
import { existsSync } from 'node:fs'

if (!existsSync(new URL('../../node_modules/.bin/node', import.meta.url))) {
  console.error(
    'The packages are not installed yet. Run "npm ci" or "npm start" in this folder, and then this command again.',
  )
  process.exit(2)
}
