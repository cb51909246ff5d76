import { addDays } from 'date-fns'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../server/database/index.ts'
import { sharedSigningKey } from '../../../server/identity/keys.ts'
import { createSignIns } from '../../../server/identity/signIns.ts'
import { createTokens } from '../../../server/identity/tokens.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { generateSample } from '../../../src/sample/index.ts'
import { type SignedPost, sendForm } from './sendForm.ts'

/** A submission of a provider. */
export interface Journey {
  submissionId: string
  instId: string
}

const submitterOf = (instId: string): UserPrincipal => ({
  kind: 'user',
  userId: `submitter-${instId}`,
  name: 'Submitter',
  organisationId: instId,
  organisationType: 'provider',
  roles: ['submitter'],
  isPrimaryRegulator: false,
})

/** Calls of submitters of any provider, to any server of an installation whose database this is. */
export const createProviderCalls = async (db: Kysely<Database>) => {
  const clock = { now: () => new Date() }
  const key = await sharedSigningKey(db, 'api-token')
  const tokens = await createTokens({ key, clock, lifeSeconds: 540 })
  const signIns = createSignIns({ db, clock })

  const tokenOf = async (who: UserPrincipal): Promise<string> => {
    const { organisationId: id, organisationType: type, roles } = who
    const organisations = [{ id, type, roles: [...roles] }]
    const signIn = {
      id: `session:${who.userId}`,
      userId: who.userId,
      name: who.name,
      issuedAt: new Date(),
      goodUntil: addDays(new Date(), 1),
    }
    await signIns.begin(signIn, organisations)
    return tokens.issue(who, id, { email: undefined, organisations }, signIn.id)
  }

  /** The answer to a call, which has to be a good one. */
  const call = async <T>(
    origin: string,
    { instId }: Pick<Journey, 'instId'>,
    path: string,
    options: { accept?: string; body?: unknown } = {},
  ): Promise<T> => {
    const token = await tokenOf(submitterOf(instId))
    const answer = await fetch(`${origin}/api${path}`, {
      method: options.body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: options.accept ?? 'application/json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const text = await answer.text()
    expect([path, answer.status, answer.ok ? '' : text]).toEqual([path, answer.status, ''])
    return (options.accept ? text : JSON.parse(text)) as T
  }

  /** Sends a file with so many students, some of which fail rules. */
  const begin = async (
    origin: string,
    { submissionId, instId }: Journey,
    students: number,
  ): Promise<void> => {
    const content = Buffer.concat([
      ...generateSample({ provider: instId, country: 'E', students, faults: 'rules', collection: '23056' }),
    ])
    const post = await call<SignedPost>(origin, { instId }, '/files/uploadRequest', {
      body: {
        submissionUuid: submissionId,
        fileName: `${instId}.xml`,
        collectionId: 'c23056',
        instId,
        fileSize: content.length,
      },
    })
    const { status } = await sendForm(origin, post, content)
    expect([instId, status]).toEqual([instId, 204])
  }

  /** Answers that take every part of a submission's analysis. */
  const answers = async (origin: string, journey: Journey): Promise<unknown> => {
    const { submissionId: id } = journey
    const { validations } = await call<{ validations: { Code: string; FailureCount: number }[] }>(
      origin,
      journey,
      `/submissions/${id}/validations?limit=-1`,
    )
    const failing = validations.filter(({ FailureCount }) => FailureCount > 0)
    expect(failing.length).toBeGreaterThan(0)
    const report = await call<{ Tabs: { DataRows: { Id: string }[][] }[] }>(
      origin,
      journey,
      `/credibilityapi/credibilityreport/SEN1/${id}`,
    )
    const cell = encodeURIComponent(report.Tabs[0]?.DataRows.at(-1)?.at(-1)?.Id ?? '')
    return {
      validations,
      records: await call(origin, journey, `/submissions/${id}/validations/${failing[0]?.Code}?limit=50`),
      csv: await call(origin, journey, `/submissions/${id}/validations/${failing[0]?.Code}`, {
        accept: 'text/csv',
      }),
      report,
      behind: await call(
        origin,
        journey,
        `/credibilityapi/credibilityreport/SEN1/${id}/drilldown/${cell}?limit=50`,
      ),
      population: await call(origin, journey, `/collection-reports/conpop/${id}`),
    }
  }

  return { begin, answers, call }
}
export type ProviderCalls = Awaited<ReturnType<typeof createProviderCalls>>
