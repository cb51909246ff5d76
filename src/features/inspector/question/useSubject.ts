import { type StatusName, type SubmissionMode, statusById } from '../../../domain/status.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { type FactsWire, factsFromWire } from '../../../domain/wire/facts.ts'
import { changesCollection, type LiveMessage } from '../../../domain/wire/live.ts'
import { getOvtSubmission, getSubmission, type SubmissionWire } from '../../../domain/wire/submissions.ts'
import { type Resource, useResource } from '../../../hooks/index.ts'
import { type Facts, statusOfLeaf } from '../../../machines/submission-lifecycle/index.ts'
import { statusOfLatest } from '../../common/decisions/actions.ts'
import { useInspectorAddress } from '../address.ts'
import { factsWith, usualFacts } from './facts.ts'

/** Where the facts of a question come from: the server's of a submission or provider, or typical ones. */
export type SubjectSource =
  | { kind: 'submission'; id: string }
  | { kind: 'provider'; provider: string; collection: string }
  | { kind: 'typical' }

/** What a question to the lifecycle is about. */
export interface Subject {
  status: StatusName
  /** The current status of a real subject, whatever the question is about; undefined for typical facts. */
  current: StatusName | undefined
  /** The facts before anything was changed. */
  base: Facts
  facts: Facts
  source: SubjectSource
}

/** Parameter of the address that names the state. */
export type StateParameter = 'state' | 'from'

/** What is known of a real subject. */
interface Known {
  status: StatusName
  facts: FactsWire
}

/** The subject of a question with what the address changes. Without `known` its facts are typical of its status. */
const useSubjectOf = (at: StateParameter): ((source: SubjectSource, known?: Known) => Subject) => {
  const { parameter } = useInspectorAddress()
  const asked = statusOfLeaf(parameter(at) ?? '')
  return (source, known) => {
    const status = asked ?? known?.status ?? 'UNKNOWN'
    const base = known ? factsFromWire(known.facts) : usualFacts(status)
    return { status, current: known?.status, base, facts: factsWith(base, parameter), source }
  }
}

/** A subject with the facts that are typical of the status in the address. */
export const useTypicalSubject = (at: StateParameter): Subject => useSubjectOf(at)({ kind: 'typical' })

/** Gives the subject of a provider's row: its latest submission, or the one that it would begin. */
export const useProviderSubject = (
  at: StateParameter,
): ((row: MonitoringRow, collection: string) => Subject) => {
  const subjectOf = useSubjectOf(at)
  return (row, collection) =>
    subjectOf(
      { kind: 'provider', provider: row.provider.publishedName, collection },
      { status: statusOfLatest(row), facts: row.facts },
    )
}

/** A submission with its subject; both undefined while it loads, or if it does not exist. */
export interface SubmissionSubject {
  subject: Subject | undefined
  resource: Resource<SubmissionWire>
}

/** The subject of a submission, live or of the online validation tool. */
export const useSubmissionSubject = (at: StateParameter, submission: string): SubmissionSubject => {
  const subjectOf = useSubjectOf(at)
  const parameters = { path: { id: submission } }
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
  const { data } = resource
  return {
    resource,
    subject:
      data &&
      subjectOf(
        { kind: 'submission', id: submission },
        { status: statusById(data.status.id)?.name ?? 'UNKNOWN', facts: data.facts },
      ),
  }
}

/** The mode of the files that the address asks about. */
export const useMode = (): SubmissionMode =>
  useInspectorAddress().parameter('mode') === 'ovt' ? 'ovt' : 'live'
