import dns from 'node:dns'
import fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listen } from './listen.ts'

it('listens with one server, also where localhost has two addresses', async () => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  type Done = (fault: null, found: typeof addresses) => void
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((host: string, _: object, done: Done) =>
    done(
      null,
      addresses.filter(({ address }) => host === 'localhost' || host === address),
    )) as typeof dns.lookup)
  onTestFinished(() => lookup.mockRestore())
  const app = fastify()
  onTestFinished(() => app.close())
  await listen(app, { host: 'localhost', port: 0 }, 'PORT')
  expect(app.addresses()).toMatchObject([{ address: '127.0.0.1' }])
})
