// The folders of a test run. Plain JavaScript, since scripts/test.mjs makes them.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names the process that a folder belongs to. */
const note = 'process'

/** Where numbers of processes count: one container does not see the processes of another that it shares a folder with. */
const namespace = () => {
  try {
    return statSync('/proc/self/ns/pid').ino
  } catch {
    return 0
  }
}

/** A folder of this process for everything that a run writes; a database as another user has to get through. */
export const makeRunFolder = place => {
  const made = mkdtempSync(join(place, 'bedel-test-'))
  chmodSync(made, 0o711)
  writeFileSync(join(made, note), `${namespace()} ${process.pid}`)
  return made
}

const isAlive = pid => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

const isAbandoned = folder => {
  try {
    const [where, pid] = readFileSync(join(folder, note), 'utf8').split(' ').map(Number)
    return where === namespace() && pid > 0 && !isAlive(pid)
  } catch {
    return false
  }
}

/** Removes the folders of runs that were killed, and of no other: their process is gone. What is another user's stays. */
export const removeAbandoned = place => {
  for (const name of readdirSync(place)) {
    const folder = join(place, name)
    if (!name.startsWith('bedel-test-') || !isAbandoned(folder)) continue
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // A process of that run may still write there: the next run finds it.
    }
  }
}
