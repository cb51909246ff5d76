import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOrMake } from '../wholeFile.ts'

/**
 * Checkpoints of the audit as signed notes: the format of C2SP (tlog-checkpoint and signed-note), which witnesses and
 * log monitors read. The chain hash and the time are extension lines.
 */
export interface Checkpoint {
  size: number
  root: Uint8Array
  /** Chain hash of the last line. */
  chain: Uint8Array
  at: Date
}

/** Name of the log and of its key. */
export const origin = 'bedel/audit'
const ed25519Note = Uint8Array.of(1)
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** What signs: keeps its private key to itself. */
export interface Signer {
  sign: (text: string) => Uint8Array
  /** 32 bytes. */
  publicKey: Uint8Array
}

/** The four bytes that name a key in a note. */
const keyId = (publicKey: Uint8Array): Buffer =>
  createHash('sha256').update(`${origin}\n`).update(ed25519Note).update(publicKey).digest().subarray(0, 4)

/** The public key as the text that verifiers of signed notes take. */
export const verifierKey = (publicKey: Uint8Array): string =>
  `${origin}+${keyId(publicKey).toString('hex')}+${base64(Buffer.concat([ed25519Note, publicKey]))}`

const textOf = ({ size, root, chain, at }: Checkpoint): string =>
  `${[origin, size, base64(root), `chain ${base64(chain)}`, `time ${at.toISOString()}`].join('\n')}\n`

/** A checkpoint with its signature. */
export const signCheckpoint = (checkpoint: Checkpoint, signer: Signer): string => {
  const text = textOf(checkpoint)
  const signature = base64(Buffer.concat([keyId(signer.publicKey), signer.sign(text)]))
  return `${text}\n— ${origin} ${signature}\n`
}

const noteForm =
  /^(?<text>bedel\/audit\n(?<size>\d+)\n(?<root>[\w+/=]+)\nchain (?<chain>[\w+/=]+)\ntime (?<time>[\dTZ:.-]+)\n)\n— bedel\/audit (?<signature>[\w+/=]+)\n$/

/** The checkpoint of a note that one of these keys has signed; undefined for any other text. */
export const openCheckpoint = (note: string, trusted: readonly Uint8Array[]): Checkpoint | undefined => {
  const parts = noteForm.exec(note)?.groups
  if (!parts) return undefined
  const signature = Buffer.from(parts.signature ?? '', 'base64')
  const key = trusted.find(one => keyId(one).equals(signature.subarray(0, 4)))
  if (!key || !verify(null, Buffer.from(parts.text ?? ''), publicKeyOf(key), signature.subarray(4)))
    return undefined
  return {
    size: Number(parts.size),
    root: Uint8Array.from(Buffer.from(parts.root ?? '', 'base64')),
    chain: Uint8Array.from(Buffer.from(parts.chain ?? '', 'base64')),
    at: new Date(parts.time ?? ''),
  }
}

const publicKeyOf = (raw: Uint8Array) =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') },
    format: 'jwk',
  })

const rawPublicKey = (pem: string): Uint8Array =>
  Uint8Array.from(Buffer.from(createPublicKey(pem).export({ format: 'jwk' }).x ?? '', 'base64url'))

/** The signing key, and every key whose checkpoints count: the folder `audit` of KEYS_DIR. */
export interface AuditKeys {
  signer: Signer
  trusted: readonly Uint8Array[]
}

const privateName = 'signing.pem'

/**
 * Reads the keys of the folder; makes a signing key where there is none. Several processes may come first at once: one
 * key wins, for a file appears whole or not at all. An earlier signing key stays trusted as `<any name>.pub.pem`.
 */
export const readAuditKeys = (keysDir: string): AuditKeys => {
  const folder = join(keysDir, 'audit')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, privateName)
  const pem = readOrMake(path, () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
  )
  const privateKey = createPrivateKey(pem)
  const publicKey = rawPublicKey(pem)
  const earlier = readdirSync(folder)
    .filter(name => name.endsWith('.pub.pem'))
    .map(name => rawPublicKey(readFileSync(join(folder, name), 'utf8')))
  return {
    signer: { publicKey, sign: text => Uint8Array.from(sign(null, Buffer.from(text), privateKey)) },
    trusted: [publicKey, ...earlier],
  }
}
