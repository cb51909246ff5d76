// What `npm start` and `npm test` need before anything is installed: plain JavaScript for Node 20.19 and later.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const oldest = [20, 19]

// What was compiled once is not compiled again by every process of the system, nor by the hundred processes of a test run.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')

/** The Node that the project runs on: installed as a package, newer than the one that runs this file. */
export const runtime = () => join(root, 'node_modules/.bin/node')

/** Runs a command in the project's folder and gives its exit code; interrupts are passed on. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    const passOn = signal => child.kill(signal)
    process.on('SIGINT', passOn)
    process.on('SIGTERM', passOn)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGINT', passOn)
      process.off('SIGTERM', passOn)
      resolve(code ?? (signal ? 130 : 1))
    })
  })

const refuseOldNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    console.error(`Node ${oldest.join('.')} or later is needed; this is ${process.versions.node}.`)
    process.exit(1)
  }
}

/** Whether node_modules is there and was made from this lock file. */
const isInstalled = () => {
  const made = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(made) || !existsSync(runtime())) return false
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(made, 'utf8')).packages
  // The lock file also names the binaries of other platforms.
  return (
    Object.entries(present).every(([path, { version }]) => locked[path]?.version === version) &&
    Object.entries(locked).every(
      ([path, { optional }]) => path === '' || optional || present[path] !== undefined,
    )
  )
}

/**
 * Prints what is done, how long that usually takes, and how long it took. It goes to standard error: what a command prints on
 * standard output is its own result alone. Returns the exit code of the work.
 */
export const timed = async (doing, usually, work) => {
  const { stderr } = process
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  stderr.write(`${doing} (usually ${usually}) …${stderr.isTTY ? '' : '\n'}`)
  const ticks = stderr.isTTY
    ? setInterval(() => stderr.write(`\r${doing} (usually ${usually}) … ${seconds()} s`), 1000)
    : undefined
  const code = await work()
  clearInterval(ticks)
  stderr.write(
    `${stderr.isTTY ? '\r' : ''}${doing}: ${code === 0 ? 'done' : 'failed'} after ${seconds()} s.${stderr.isTTY ? ' '.repeat(20) : ''}\n`,
  )
  return code
}

/** Installs the packages when they are missing or older than the lock file. */
export const ensureInstalled = async () => {
  refuseOldNode()
  if (isInstalled()) return
  const code = await timed('Installing packages', '1 minute', () =>
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['inherit', 2, 'inherit'] }),
  )
  if (code !== 0) {
    console.error('npm says above why.')
    process.exit(code)
  }
}

const sources = [
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'src',
  'packages',
  'public',
  'releases',
  // What the build makes itself: chunks, drawings, releases, paths.
  'scripts/chunks.ts',
  'scripts/oneLocale.ts',
  'scripts/precompressed.ts',
  'scripts/product.ts',
  'scripts/inspector',
  'scripts/messages',
]

const filesBelow = path => {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap(name => filesBelow(join(path, name)))
}

/** What the site of the documents is made of. Links in it name files of the repository. */
const documentSources = ['package-lock.json', 'docs', 'public', 'src/ui/tokens.css']

/** Changes with anything that is built from these files and folders. */
const fingerprint = names => {
  const hash = createHash('sha256')
  for (const file of names.flatMap(name => filesBelow(join(root, name))))
    hash.update(file).update(readFileSync(file))
  hash.update(process.env.PRODUCT_NAME ?? '').update(process.env.PRODUCT_KEY ?? '')
  return hash.digest('hex')
}

/** Compiles the messages: everything that imports the portal's code needs the modules made from them. */
export const ensureMessages = async () => {
  const code = await run(runtime(), ['scripts/messages.ts'])
  if (code !== 0) process.exit(code)
}

/**
 * Walks the charts in the background where that was never done: the inspector shows what the tests cover. Whatever else
 * this machine does goes first. Gives what ends it.
 */
export const walkMeanwhile = () => {
  if (existsSync(join(root, 'coverage/model.json'))) return () => undefined
  const walk = spawn(runtime(), ['scripts/model.ts'], { cwd: root, stdio: 'ignore' })
  walk.once('spawn', () => setPriority(walk.pid, constants.priority.PRIORITY_LOW))
  return () => walk.kill()
}

/** Builds one part when it is missing or was made from other sources. */
const ensurePart = async ({ folder, from, doing, usually, command }) => {
  const stamp = join(root, folder, '.built-from')
  const current = fingerprint(from)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return 0
  const code = await timed(doing, usually, () =>
    run(runtime(), command, { stdio: ['inherit', 2, 'inherit'] }),
  )
  if (code === 0) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, current)
  }
  return code
}

/** Builds the browser's part and the documents when they are missing or were made from other sources. */
export const ensureBuilt = async () =>
  (await ensurePart({
    folder: 'dist',
    from: sources,
    doing: 'Building the pages',
    usually: '30 seconds',
    command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  })) ||
  (await ensurePart({
    folder: 'dist-docs',
    from: documentSources,
    doing: 'Building the documents',
    usually: '10 seconds',
    command: ['node_modules/vitepress/bin/vitepress.js', 'build', 'docs'],
  }))
