import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`
  server = await startProcessingServer({ environment: { OIDC_ISSUER: nobody } })
})
afterAll(() => server.stop())

it('says in its figures that the issuer is away, and stays ready: who is signed in goes on', async () => {
  const figures = await (await fetch(`${server.origin}/metrics`)).text()
  expect(figures).toMatch(/^part_up\{part="issuer"\} 0$/m)
  for (const part of ['database', 'queue', 'store', 'disk', 'notifications', 'clock'])
    expect(figures).toContain(`part_up{part="${part}"} 1\n`)
  expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
})
