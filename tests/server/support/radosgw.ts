import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../../server/freePort.ts'

/**
 * An S3 server that keeps the conditions of a signed post: Ceph's radosgw, on this machine alone and in memory, from the
 * packages of Debian.
 */
export interface ObjectServer {
  endpoint: string
  accessKey: string
  secretKey: string
  stop: () => Promise<void>
}

const programs = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'ceph-authtool', 'monmaptool']

/** Why there can be none here, in words; undefined where all its programs are installed. */
export const whyNoObjectServer = (): string | undefined => {
  const missing = programs.filter(name => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  return missing.length === 0
    ? undefined
    : `${missing[0]} is not installed: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd`
}

const accessKey = 'S3TEST'
const secretKey = 'S3SECRET'
const startWithinMs = 60_000

/** One monitor, one store in memory and the gateway; nobody but this machine reaches them, so nobody has to prove who they are. */
const configuration = (folder: string, id: string, monitor: number, gateway: number): string => `[global]
fsid = ${id}
mon host = v2:127.0.0.1:${monitor}
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/log/$name.log
mon data = ${folder}/mon
osd data = ${folder}/osd
keyring = ${folder}/keyring
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 2
osd pool default pgp num = 2
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
osd pool default pg autoscale mode = off
osd op num shards = 1
osd op num threads per shard = 2
ms bind ipv6 = false
ms type = async+posix
ms mon client mode = crc
paxos propose interval = 0.02
paxos min wait = 0.01
mon cluster log file = /dev/null
mon cluster log to file = false
debug none = 0/0
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw thread pool size = 16
rgw enable usage log = false
rgw enable quota threads = false
rgw run sync thread = false
rgw gc max objs = 1
rgw num rados handles = 1
rgw lc max objs = 1
rgw enable apis = s3
`

/** Starts the server, empty; a second or so. Throws where a part of it does not come up within a minute. */
export const startObjectServer = async (): Promise<ObjectServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'bedel-radosgw-'))
  for (const name of ['mon', 'osd', 'run', 'log']) mkdirSync(join(folder, name))
  const [monitor, gateway] = await Promise.all([freePort(), freePort()])
  const id = randomUUID()
  const conf = join(folder, 'ceph.conf')
  writeFileSync(conf, configuration(folder, id, monitor, gateway))
  const keyring = join(folder, 'keyring')
  const env = { ...process.env, CEPH_CONF: conf }
  const run = async (program: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { env, timeout: startWithinMs })).stdout
  const children: { child: ChildProcess; ended: Promise<void> }[] = []
  const serve = (program: string, ...args: string[]): void => {
    const child = spawn(program, [...args, '-f'], { env, stdio: 'ignore' })
    const ended = new Promise<void>(resolve => {
      child.once('error', () => resolve()).once('exit', () => resolve())
    })
    children.push({ child, ended })
  }
  const stop = async (): Promise<void> => {
    for (const { child } of children) child.kill('SIGKILL')
    await Promise.all(children.map(({ ended }) => ended))
    rmSync(folder, { recursive: true, force: true })
  }
  const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
    const began = performance.now()
    while (!(await isSo().catch(() => false))) {
      if (performance.now() - began > startWithinMs) throw new Error(`${what} did not come up.`)
      await setTimeout(100)
    }
  }
  try {
    await run(
      'ceph-authtool',
      '--create-keyring',
      keyring,
      '--gen-key',
      '-n',
      'mon.',
      '--cap',
      'mon',
      'allow *',
    )
    await run(
      'ceph-authtool',
      ...[keyring, '--gen-key', '-n', 'client.admin', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'],
    )
    const map = join(folder, 'monmap')
    await run('monmaptool', '--create', '--fsid', id, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, map)
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
    serve('ceph-mon', '-i', 'a')
    const store = randomUUID()
    await run('ceph', 'osd', 'new', store)
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store)
    serve('ceph-osd', '-i', '0')
    await until('The store in memory', async () => (await run('ceph', 'osd', 'stat')).includes('1 up'))
    await run(
      'radosgw-admin',
      ...['user', 'create', '--uid=test', '--display-name=test'],
      ...[`--access-key=${accessKey}`, `--secret-key=${secretKey}`],
    )
    serve('radosgw', '-n', 'client.admin')
    const endpoint = `http://127.0.0.1:${gateway}`
    await until('The gateway', async () => (await fetch(endpoint)).ok)
    return { endpoint, accessKey, secretKey, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
