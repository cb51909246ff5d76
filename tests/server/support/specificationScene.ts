import type { ContentWire, RulesetWire, SpecificationWire } from '../../../src/domain/wire/specifications.ts'
import type { ProcessingServer } from './processingServer.ts'

/** What a call answers that is refused. */
export type Refused = { detail: string; errors?: { field: string; message: string }[] }

/** The calls of specifications on a server. */
export const specificationScene = (server: () => ProcessingServer) => {
  const send = <T = SpecificationWire>(user: string, method: string, path: string, body?: unknown) =>
    server().call<T & Refused>(user, method, `/specifications${path}`, { body })

  const schemas = async (user = 'bedel-staff') =>
    (await send<{ schemas: ContentWire[] }>(user, 'GET', '/schemas')).body.schemas
  const rulesets = async () =>
    (await send<{ rulesets: RulesetWire[] }>('bedel-staff', 'GET', '/rulesets')).body.rulesets
  const idOf = (list: readonly { id: number; version: string }[], version: string): number =>
    list.find(one => one.version === version)!.id

  const bodyFor = async (versionIncrement = 'minor', version = '23056_1.0.0') => ({
    schemaId: idOf(await schemas(), version.replaceAll('.', '_')),
    rulesetId: idOf(await rulesets(), version),
    versionIncrement,
  })
  const make = async (user = 'bedel-analyst', versionIncrement = 'minor') =>
    send(user, 'POST', '', await bodyFor(versionIncrement))
  const makeDraft = async (versionIncrement = 'minor'): Promise<SpecificationWire> => {
    const { body } = await make('bedel-analyst', versionIncrement)
    return (await send('bedel-analyst', 'POST', `/${body.id}/apply-configuration`)).body
  }

  return { send, schemas, rulesets, idOf, bodyFor, make, makeDraft }
}
