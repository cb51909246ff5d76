import { randomUUID } from 'node:crypto'
import { organisations } from '../../../server/identity/demonstration.ts'
import type { CollectionStateName } from '../../../src/domain/collection.ts'
import type { Principal } from '../../../src/domain/principal.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import type { Facts } from '../../../src/machines/submission-lifecycle/index.ts'
import { gesturesAt, type Place } from './gestures.ts'
import type { ProcessingServer } from './processingServer.ts'
import { type SignedPost, sendForm } from './sendForm.ts'

/** The facts of a scenario as things of a real system: a provider of the demonstration, a collection and its state. */
export interface Scene extends Place {
  providerName: string
  regulatorCode: string
  collectionState: CollectionStateName
  /** Status of a submission that is there before. */
  earlier: StatusName | undefined
}

/** The scene of the chart's facts. Throws where the demonstration has no such provider. */
export const sceneOf = (facts: Facts): Scene => {
  const isOvt = facts.mode === 'ovt'
  const found = organisations.find(({ provider, onboarded }) =>
    isOvt
      ? provider !== undefined
      : onboarded && provider?.riskCode === facts.riskCode && provider.countryCode === facts.countryCode,
  )
  if (!found?.provider)
    throw new Error(`The demonstration has no provider of risk ${facts.riskCode} in ${facts.countryCode}.`)
  return {
    instId: found.id,
    providerName: found.name,
    regulatorCode: found.provider.regulatorCode,
    collectionId: 'c23056',
    reference: '23056',
    mode: facts.mode,
    collectionState: facts.collectionState,
    earlier: facts.latestStatus,
  }
}

const providerUsers: Record<string, string> = {
  '0001': 'ashby-signoff',
  '0002': 'brackley-signoff',
  '0003': 'cardigan-signoff',
  '0004': 'dunmore-signoff',
}

/** The demonstration's user who stands for a person of the chart's samples in this scene. */
export const userIn = (scene: Scene, actor: Principal): string => {
  if (actor.kind !== 'user') throw new Error('The system is nobody who signs in.')
  if (actor.organisationType === 'statutory_customer')
    return scene.regulatorCode === '5002' ? 'fcw-analyst' : 'ohe-analyst'
  if (actor.organisationType === 'agency')
    return actor.roles.includes('admin') ? 'bedel-admin' : 'bedel-analyst'
  return actor.roles.includes('ovt-submitter') ? 'ashby-ovt' : (providerUsers[scene.instId] ?? '')
}

/** Makes the scene on a server that has nothing else; gives the id of the submission that is there before. */
export const setScene = async (server: ProcessingServer, scene: Scene): Promise<string | undefined> => {
  await server.forget()
  await server.setCollection(scene.collectionState, scene.collectionId)
  if (!scene.earlier) return undefined
  const id = randomUUID()
  await server.place({ ...scene, id }, scene.earlier)
  return id
}

/** Returns a signed copy of the sign-off form for the provider. */
export const returnForm = async (server: ProcessingServer, scene: Scene, id: string): Promise<void> => {
  const user = providerUsers[scene.instId] ?? ''
  const path = `/submissions/${id}/signed-form`
  const content = '%PDF-1.7 signed by hand'
  const { body } = await server.call<SignedPost & { formId: string }>(user, 'POST', path, {
    body: { fileName: 'signed.pdf', fileSize: content.length },
  })
  await sendForm(server.origin, body, content)
  const { status } = await server.call(user, 'PUT', path, { body: { formId: body.formId } })
  if (status !== 200) throw new Error(`The form cannot be returned: ${status}`)
}

/** Re-processes a submission, which has to be the latest of its provider; gives the id of its copy. */
export const copyOf = async (server: ProcessingServer, scene: Scene, source: string): Promise<string> => {
  const { method, path, body } = gesturesAt(scene).REPROCESSED.make(source, 0)
  const { status } = await server.call('bedel-admin', method, path, { body })
  if (status !== 202) throw new Error(`The submission cannot be re-processed: ${status}`)
  const found = await server.call<{ copiedTo: string }>('bedel-staff', 'GET', `/submissions/${source}`)
  return found.body.copiedTo
}
