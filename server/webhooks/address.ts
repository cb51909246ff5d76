import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Message, message } from '../../src/messages/message.ts'
import { patience } from '../limits.ts'

/** What came of a call; `fault` is why it does not count as arrived, `status` null where no answer came. */
export interface CallResult {
  status: number | null
  fault: Message | undefined
}

/** An address leads into a network that is not public. */
class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/** Whether an IP address is one of the public internet: not private, loopback, link-local, reserved, or one of these in another form. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** Host of an address, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Why an address cannot be called, as far as it can be told without looking its name up; undefined where it can. Where private
 * networks are allowed, so is HTTP without encryption.
 */
export const addressFault = (text: string, allowsPrivate: boolean): Message | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol)) return message('webhook', 'address.form')
  if (url.username !== '' || url.password !== '') return message('webhook', 'address.user')
  if (allowsPrivate) return undefined
  if (url.protocol !== 'https:') return message('webhook', 'address.https')
  const host = hostOf(url)
  const isNamedPrivate =
    isIP(host) === 0 && (!host.includes('.') || /\.(localhost|local|internal)\.?$/i.test(host))
  return isNamedPrivate || (isIP(host) !== 0 && !isPublicAddress(host))
    ? message('webhook', 'address.private')
    : undefined
}

/**
 * Looks a name up and refuses it where any address of it is not public. The connection is made to what was looked at, so a name
 * that is given another address meanwhile leads nowhere else.
 */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new PrivateAddress(hostname), '', 0)
    if (options.all) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

const faultOf = (error: Error): Message => {
  if (error instanceof PrivateAddress) return message('webhook', 'address.private')
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return message('webhook', 'fault.timeout', { seconds: patience.webhookMs / 1000 })
  return message('webhook', 'fault.connection', {
    error: (error as NodeJS.ErrnoException).code ?? error.name,
  })
}

const isArrived = (status: number): boolean => status >= 200 && status < 300

/** Posts a body to an address. A redirection is not followed: it could lead anywhere. Never throws. */
export const callAddress = (
  address: string,
  sent: { headers: Record<string, string>; body: string },
  allowsPrivate: boolean,
): Promise<CallResult> => {
  const refused = addressFault(address, allowsPrivate)
  if (refused) return Promise.resolve({ status: null, fault: refused })
  const url = new URL(address)
  return new Promise(resolve => {
    const options = {
      method: 'POST',
      headers: { ...sent.headers, 'content-length': String(Buffer.byteLength(sent.body)) },
      signal: AbortSignal.timeout(patience.webhookMs),
      agent: false as const,
      ...(allowsPrivate ? {} : { lookup: lookUpPublic }),
    }
    const onAnswer = (answer: IncomingMessage): void => {
      const status = answer.statusCode ?? 0
      // What it says besides is of no interest.
      answer.destroy()
      resolve({
        status,
        fault: isArrived(status) ? undefined : message('webhook', 'fault.status', { status: String(status) }),
      })
    }
    const calling =
      url.protocol === 'https:' ? requestSecure(url, options, onAnswer) : requestPlain(url, options, onAnswer)
    // Another protocol is offered: without this the call would end without a word.
    calling.on('upgrade', (answer, socket) => {
      socket.destroy()
      onAnswer(answer)
    })
    calling.on('error', error => resolve({ status: null, fault: faultOf(error) }))
    calling.end(sent.body)
  })
}
