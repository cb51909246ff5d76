import { type StatusName, statusById } from '../../../domain/status.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import { changesCollection, type LiveMessage } from '../../../domain/wire/live.ts'
import { getOvtSubmission, getSubmission, type SubmissionWire } from '../../../domain/wire/submissions.ts'
import { type Resource, useResource } from '../../../hooks/index.ts'
import { type Facts, statusOfLeaf } from '../../../machines/submission-lifecycle/index.ts'
import { useInspectorAddress } from '../address.ts'
import { factsWith, usualFacts } from './facts.ts'

/** What a question to the lifecycle is about. */
export interface Subject {
  status: StatusName
  /** The facts before anything was changed. */
  base: Facts
  facts: Facts
  /** Id of the real submission, if it is about one. */
  submission: string | undefined
}

/**
 * The status and facts that the address names: those of a real submission as the server has them, or those usual at the
 * leaf state that a parameter names. `undefined` while the submission is on its way, or when it did not come.
 */
export const useSubject = (
  stateParameter: 'state' | 'from',
): { subject: Subject | undefined; resource: Resource<SubmissionWire> } => {
  const { address, parameter } = useInspectorAddress()
  const { submission } = address
  const parameters = submission === undefined ? undefined : { path: { id: submission } }
  const options = {
    refreshOn: (message: LiveMessage, data: SubmissionWire | undefined) =>
      changesCollection(message, data?.collection.id) ||
      ('submissionId' in message && message.submissionId === submission),
  }
  const live = useResource(getSubmission, parameters, options)
  // The address names no mode: what is not a live submission may be a file of the online validation tool.
  const isOther = live.problem?.kind === 'not-found'
  const ovt = useResource(getOvtSubmission, isOther ? parameters : undefined, options)
  const resource = isOther ? ovt : live
  const chosen = statusOfLeaf(parameter(stateParameter) ?? '')
  if (submission === undefined) {
    const status = chosen ?? 'UNKNOWN'
    const base = usualFacts(status)
    return { subject: { status, base, facts: factsWith(base, parameter), submission }, resource }
  }
  if (!resource.data) return { subject: undefined, resource }
  const status = statusById(resource.data.status.id)?.name ?? 'UNKNOWN'
  const base = factsFromWire(resource.data.facts)
  return {
    subject: { status: chosen ?? status, base, facts: factsWith(base, parameter), submission },
    resource,
  }
}
