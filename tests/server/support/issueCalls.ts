import type { IssueRow } from '../../../src/domain/wire/issueList.ts'
import type { IssueWire } from '../../../src/domain/wire/issues.ts'
import { regulatorCode, ruleCode } from './issueScene.ts'
import type { ProcessingServer } from './processingServer.ts'

/** The calls about the issues of a submission that `placeWithRule` has put there, each as a user. */
export const issueCalls = (server: ProcessingServer, submissionId: string) => {
  const post = <T = IssueWire>(user: string, path: string, body?: unknown) =>
    server.call<T & { detail?: string }>(user, 'POST', path, { body })
  return {
    post,
    /** Raises an issue of its rule. */
    raise: async (user = 'ashby-submitter', regulator = regulatorCode): Promise<IssueWire> => {
      const body = { validationCode: ruleCode, regulatorCode: regulator }
      return (await post(user, `/submissions/${submissionId}/issues`, body)).body
    },
    read: async (user: string, id: string): Promise<IssueWire> =>
      (await server.call<IssueWire>(user, 'GET', `/issues/${id}`)).body,
    /** The issues of the collection, narrowed by a query. */
    listed: async (user: string, query = ''): Promise<IssueRow[]> =>
      (await server.call<{ issues: IssueRow[] }>(user, 'GET', `/issues?collectionReference=23056${query}`))
        .body.issues,
  }
}
