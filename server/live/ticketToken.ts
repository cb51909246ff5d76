import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Bytes of a ticket: until when it counts (seconds since 1970), what nobody can guess, and a signature of both. */
const expiryBytes = 4
const randomLength = 12
const bodyBytes = expiryBytes + randomLength
const signatureBytes = 16

/** 32 bytes in base64url. */
const form = /^[\w-]{43}$/

const signatureOf = (secret: Uint8Array, body: Uint8Array, channel: string): Buffer =>
  createHmac('sha256', secret).update(body).update(channel).digest().subarray(0, signatureBytes)

/** Whether a text is written as a ticket is, signed by anybody or by nobody. */
export const isTicket = (token: string): boolean => form.test(token)

/** A new ticket for a channel, which counts until then. */
export const newTicket = (secret: Uint8Array, channel: string, expires: Date): string => {
  const body = Buffer.concat([Buffer.alloc(expiryBytes), randomBytes(randomLength)])
  body.writeUInt32BE(Math.ceil(expires.getTime() / 1000))
  return Buffer.concat([body, signatureOf(secret, body, channel)]).toString('base64url')
}

/** Until when a ticket for this channel counts; undefined for what was not signed by this secret. */
export const expiryOf = (secret: Uint8Array, token: string, channel: string): Date | undefined => {
  if (!isTicket(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, bodyBytes)
  if (!timingSafeEqual(bytes.subarray(bodyBytes), signatureOf(secret, body, channel))) return undefined
  return new Date(body.readUInt32BE() * 1000)
}
