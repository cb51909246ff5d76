import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, vi } from 'vitest'
import type {
  ConfigurationDetailsWire,
  ConfigurationWire,
  DeliveryWire,
  DeliveryWithSets,
} from '../../../src/domain/wire/deliveries.ts'
import { generateSample } from '../../../src/sample/index.ts'
import { deliveryContent } from '../../support/deliveryContent.ts'
import { type ProcessingServer, startProcessingServer } from './processingServer.ts'
import { filesInZip } from './zip.ts'

/** The record of Ashby, of which deliveries are made. */
export const deliveredRecord = Buffer.concat([
  ...generateSample({ provider: '0001', students: 60, faults: 'none', collection: '23056' }),
])

/** A server on which the record of Ashby is processed. */
export const startDeliveryServer = async (): Promise<ProcessingServer> => {
  const server = await startProcessingServer({ worker: true })
  const submissionId = randomUUID()
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content: deliveredRecord })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  return server
}

/** What a configuration of a delivery says, on request and as TSV unless said otherwise. */
export const details = (
  over: Partial<ConfigurationDetailsWire> & { of?: Partial<ConfigurationDetailsWire['content']> } = {},
): ConfigurationDetailsWire => {
  const { of, ...rest } = over
  return {
    name: 'Funding return',
    customerId: '5016',
    collectionReference: '23056',
    schedule: 'ON_REQUEST',
    ...rest,
    content: {
      ...deliveryContent,
      files: [{ file: 'StudentEngagement', columns: ['Student.BIRTHDTE', 'Engagement.Z_FTE'] }],
      ...of,
    },
  }
}

/** The calls of configurations and deliveries on a server, and what comes of them. */
export const deliveryScene = (server: () => ProcessingServer) => {
  const create = (body: ConfigurationDetailsWire, id = randomUUID(), user = 'bedel-admin') =>
    server().call<ConfigurationWire & { detail?: string }>(user, 'POST', '/delivery-configurations', {
      body: { ...body, id },
    })
  const setState = (id: string, state: 'ENABLED' | 'DISABLED') =>
    server().call<ConfigurationWire>('bedel-admin', 'PATCH', `/delivery-configurations/${id}/state`, {
      body: { state },
    })
  const ask = (id: string, delivery = randomUUID(), user = 'bedel-admin') =>
    server().call<{ detail?: string }>(user, 'POST', `/delivery-configurations/${id}/deliveries`, {
      body: { id: delivery },
    })
  const listed = async (user: string, query = ''): Promise<DeliveryWire[]> =>
    (await server().call<{ deliveries: DeliveryWire[] }>(user, 'GET', `/deliveries${query}`)).body.deliveries
  const stateOf = async (id: string) =>
    (await server().call<DeliveryWithSets>('bedel-staff', 'GET', `/deliveries/${id}`)).body
  const settled = (id: string, state: string) =>
    vi.waitFor(async () => expect((await stateOf(id)).state).toBe(state), { timeout: 30_000 })

  /** An enabled configuration with a delivery that is ready. */
  const delivered = async (
    body: ConfigurationDetailsWire,
  ): Promise<{ configuration: string; delivery: string }> => {
    const configuration = randomUUID()
    expect((await create(body, configuration)).status).toBe(200)
    await setState(configuration, 'ENABLED')
    const delivery = randomUUID()
    expect((await ask(configuration, delivery)).status).toBe(202)
    await settled(delivery, 'READY')
    return { configuration, delivery }
  }

  const addressOf = async (id: string, user = 'ohe-delivery'): Promise<URL> => {
    const { status, body } = await server().call<{ url: string }>(
      user,
      'POST',
      `/deliveries/${id}/download-request`,
    )
    expect(status).toBe(200)
    return new URL(body.url, server().origin)
  }

  /** The files of a package by name, and the folder that they were unpacked into. */
  const unpacked = async (
    id: string,
    user?: string,
  ): Promise<{ folder: string; files: Map<string, Buffer> }> => {
    const zip = Buffer.from(await (await fetch(await addressOf(id, user))).arrayBuffer())
    const files = await filesInZip(zip)
    const folder = await mkdtemp(join(tmpdir(), 'bedel-package-'))
    for (const [name, bytes] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), bytes)
    }
    return { folder, files }
  }

  return { create, setState, ask, listed, stateOf, settled, delivered, addressOf, unpacked }
}

/** The cells of a file of a package, row by row. */
export const linesOf = (files: Map<string, Buffer>, file: string): string[][] => {
  const name = [...files.keys()].find(one => one.includes(`_${file}_`)) ?? ''
  const text = files.get(name)?.toString() ?? ''
  return text
    .trimEnd()
    .split('\n')
    .map(line => line.split('\t'))
}
