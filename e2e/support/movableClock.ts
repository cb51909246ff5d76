/**
 * Loaded before a server (`--import`): a test moves the clock of its process forward by a message, for everything that
 * runs in it, the identity provider's library included. A message in return says that it is done.
 */
let ahead = 0
const realNow = Date.now
const now = (): number => realNow() + ahead

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: target => new target(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})

process.on('message', (message: { forwardMs: number }) => {
  ahead += message.forwardMs
  process.send?.('forward')
})
// The channel alone does not keep the server from ending.
process.channel?.unref()

export {}
