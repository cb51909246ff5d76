import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePort } from '../freePort.ts'
import { startPostmaster } from './postmaster.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedel-postmaster-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** In place of PostgreSQL: refuses so many connections as one that reads its log does, and lets the next ones in. */
const program = (refusals: number): string => `
  import { createServer } from 'node:net'
  const message = (type, body) => {
    const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0])
    head.writeUInt32BE(4 + body.length, 1)
    return Buffer.concat([head, body])
  }
  let refusals = ${refusals}
  process.on('SIGINT', () => process.exit(0))
  createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      if (refusals-- > 0)
        return socket.end(message('E', Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')))
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]))
    })
  }).listen(Number(process.argv[process.argv.indexOf('-p') + 1]), '127.0.0.1')
`

it('a server that says that it starts is waited for, however long it reads its log', async () => {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(join(folder, 'program.mjs'), program(30))
  await writeFile(
    join(bin, 'postgres'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'program.mjs')}' "$@"\n`,
  )
  await chmod(join(bin, 'postgres'), 0o755)
  const port = await freePort()
  const starting = startPostmaster({
    bin,
    cluster: folder,
    port,
    url: `postgres://somebody:x@127.0.0.1:${port}/bedel`,
    identity: undefined,
    log: pino({ level: 'silent' }),
    // Thirty refusals, 40 ms apart, take longer.
    silentMs: 1000,
  })
  await expect(starting).resolves.toBeDefined()
  await (await starting).stop()
})
