import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { OperatorFault } from '../operatorFault.ts'
import { makeClosedFolder, readOrMake, writeWhole } from '../wholeFile.ts'

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

/** A key whose checkpoints count, up to a size: one that was replaced stands for nothing that came later. */
export interface TrustedKey {
  publicKey: Uint8Array
  lastSize: number
}

/** The checkpoint of a note that one of these keys has signed, and that key; undefined for any other text. */
export const openCheckpoint = (
  note: string,
  trusted: readonly TrustedKey[],
): (Checkpoint & { publicKey: Uint8Array }) | undefined => {
  const parts = noteForm.exec(note)?.groups
  if (!parts) return undefined
  const size = Number(parts.size)
  const signature = Buffer.from(parts.signature ?? '', 'base64')
  const publicKey = trusted.find(
    one => size <= one.lastSize && keyId(one.publicKey).equals(signature.subarray(0, 4)),
  )?.publicKey
  if (
    !publicKey ||
    !verify(null, Buffer.from(parts.text ?? ''), publicKeyOf(publicKey), signature.subarray(4))
  )
    return undefined
  return {
    size,
    publicKey,
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
  trusted: readonly TrustedKey[]
  /** Where a server says that it keeps checkpoints besides; undefined where none has said so. */
  notedPlace: string | undefined
}

const folderName = 'audit'
const privateName = 'signing.pem'
/** Names the second place, beside the keys: who owns the tables, or puts them back, does not reach it. */
const placeName = 'second-place'
/** Earlier keys, a file each: `earlier-<id of the key>.json`. */
const earlierName = /^earlier-[0-9a-f]{8}\.json$/
const earlierKey = z.object({ publicKey: z.base64(), lastSize: z.int() })

const folderOf = (keysDir: string): string => {
  const folder = join(keysDir, folderName)
  makeClosedFolder(folder)
  return folder
}

const newPrivateKey = (): string | Buffer =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })

const readEarlier = (path: string): TrustedKey => {
  const { publicKey, lastSize } = z.parse(earlierKey, JSON.parse(readFileSync(path, 'utf8')))
  return { publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64')), lastSize }
}

/**
 * Reads the keys of the folder; makes a signing key where there is none. Several processes may come first at once: one
 * key wins, for a file appears whole or not at all.
 */
export const readAuditKeys = (keysDir: string): AuditKeys => {
  const folder = folderOf(keysDir)
  const pem = readOrMake(join(folder, privateName), newPrivateKey)
  const privateKey = createPrivateKey(pem)
  const publicKey = rawPublicKey(pem)
  const earlier = readdirSync(folder)
    .filter(name => earlierName.test(name))
    .map(name => readEarlier(join(folder, name)))
  return {
    signer: { publicKey, sign: text => Uint8Array.from(sign(null, Buffer.from(text), privateKey)) },
    trusted: [{ publicKey, lastSize: Number.POSITIVE_INFINITY }, ...earlier],
    notedPlace: readNotedPlace(folder),
  }
}

/** Nobody has signed anything with keys of this folder: it is not the one that the servers have. */
class AuditKeysMissing extends OperatorFault {
  override readonly name = 'AuditKeysMissing'
  constructor(keysDir: string) {
    super(
      `There is no signing key of the audit in ${keysDir}. Set KEYS_DIR to that of the servers; a new installation has one as soon as a server seals its audit.`,
    )
  }
}

/** The same for who compares and signs nothing: makes no key. Throws AuditKeysMissing where there is none. */
export const existingAuditKeys = (keysDir: string): AuditKeys => {
  if (!existsSync(join(keysDir, folderName, privateName))) throw new AuditKeysMissing(keysDir)
  return readAuditKeys(keysDir)
}

const readNotedPlace = (folder: string): string | undefined => {
  const file = join(folder, placeName)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * Notes beside the keys that checkpoints are kept in a second place, so that a command that does not know of it does not take
 * what it has not looked at for sound.
 */
export const noteSecondPlace = (keysDir: string, place: string): void => {
  const folder = folderOf(keysDir)
  if (readNotedPlace(folder) !== place) writeWhole(join(folder, placeName), place)
}

/**
 * Makes another signing key. The one before counts for checkpoints of up to so many lines from now on; its private half is
 * gone. Call it while nothing is sealed.
 */
export const replaceSigningKey = (keysDir: string, lastSize: number): AuditKeys => {
  const folder = folderOf(keysDir)
  const { publicKey } = readAuditKeys(keysDir).signer
  // First, so that one that is killed in between leaves a key that signs on.
  writeWhole(
    join(folder, `earlier-${keyId(publicKey).toString('hex')}.json`),
    JSON.stringify({ publicKey: base64(publicKey), lastSize }),
  )
  writeWhole(join(folder, privateName), newPrivateKey())
  return readAuditKeys(keysDir)
}
