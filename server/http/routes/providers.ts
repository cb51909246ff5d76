import type { FastifyInstance } from 'fastify'
import { flagsOf, type UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { wishOf } from '../../../src/domain/registerChanges.ts'
import type { RegisterProvider } from '../../../src/domain/registerFile.ts'
import * as wire from '../../../src/domain/wire/providers.ts'
import { message } from '../../../src/messages/message.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { granted } from '../../decisions/decider.ts'
import { inLanguage } from '../../messages.ts'
import {
  type ProviderRecord,
  type Providers,
  providerHistory,
  providerRecords,
} from '../../providers/index.ts'
import { route } from '../route.ts'
import { fileFaults } from './fileFaults.ts'

const registeredWire = (provider: RegisterProvider): wire.RegisteredWire => ({
  instId: provider.instId,
  ukprn: provider.ukprn,
  name: provider.name,
  publishedName: provider.publishedName,
  countryCode: provider.country,
  region: provider.region,
  regulatorCode: provider.regulator,
  riskCode: provider.riskCode,
  awardingPowers: provider.awardingPowers,
})

const managedWire = (provider: ProviderRecord): wire.ManagedProviderWire => ({
  ...registeredWire(provider),
  isTakenIn: provider.isTakenIn,
  onboarded: provider.onboarded,
  contacts: provider.contacts,
  lastRemindedUtc: provider.lastRemindedUtc?.toISOString() ?? null,
  updatedUtc: provider.updatedUtc.toISOString(),
})

const noProvider = (): ProblemError =>
  new ProblemError(problem('not-found', message('problems', 'noProvider')))

/** Providers as the agency manages them (decisions §10). */
export const providerRoutes = (
  app: FastifyInstance,
  { db, providers }: Pick<Server, 'db'> & { providers: Providers },
): void => {
  const decided = async (decision: ReturnType<Providers['takeIn']>): Promise<wire.ManagedProviderWire> =>
    managedWire((await granted(decision)).provider)

  route(app, wire.listManagedProviders, ({ actor }) =>
    withScope(db, scopeOf(actor), async tx => ({
      providers: (await providerRecords(tx)).map(managedWire),
    })),
  )

  route(app, wire.getManagedProvider, ({ actor, params }) =>
    withScope(db, scopeOf(actor), async tx => {
      const [provider] = await providerRecords(tx, params.instId)
      if (!provider) throw noProvider()
      const events = await providerHistory(tx, params.instId)
      return {
        ...managedWire(provider),
        events: events.map(({ occurred_utc, ...event }) => ({
          ...event,
          occurredUtc: occurred_utc.toISOString(),
        })),
      }
    }),
  )

  route(app, wire.takeProviderIn, ({ actor, body }) => decided(providers.takeIn(body.instId, actor)))

  route(app, wire.onboardProviders, async ({ actor, body }) => ({
    onboarded: (await granted(providers.onboard(body.instIds, actor))).onboarded,
  }))

  route(app, wire.changeProvider, ({ actor, params, body: { regulatorCode, ...changes } }) =>
    decided(
      providers.change(
        params.instId,
        { ...changes, ...(regulatorCode === undefined ? {} : { regulator: regulatorCode }) },
        actor,
      ),
    ),
  )

  /** Throws not-found for another provider's staff: they must not learn more. */
  const onlyOwn = (actor: UserPrincipal, instId: string): void => {
    if (flagsOf(actor).isProvider && actor.organisationId !== instId) throw noProvider()
  }

  route(app, wire.getContacts, ({ actor, params }) => {
    onlyOwn(actor, params.instId)
    return withScope(db, { scope: 'all' }, async tx => {
      const [provider] = await providerRecords(tx, params.instId)
      if (!provider) throw noProvider()
      return { contacts: provider.contacts }
    })
  })

  route(app, wire.changeContacts, async ({ actor, params, body: { contacts } }) => {
    onlyOwn(actor, params.instId)
    return { contacts: (await decided(providers.change(params.instId, { contacts }, actor))).contacts }
  })

  route(app, wire.previewRegister, async ({ body, language }) => {
    const result = await providers.check(body)
    const notes = result.notes.map(note => inLanguage(language, note))
    if (!result.ok)
      return {
        preview: null,
        digest: null,
        ...fileFaults(result.faults, language),
        notes,
      }
    const { added, changed, unchanged, undecided, absent } = result.preview
    return {
      preview: {
        added: added.map(line => ({
          ...registeredWire(line),
          becomes: wishOf(line),
          contacts: [...line.contacts],
        })),
        changed: changed.map(({ provider, changes }) => ({ provider: registeredWire(provider), changes })),
        unchanged,
        undecided,
        absent: absent.map(registeredWire),
      },
      digest: result.digest,
      faults: [],
      faultCount: 0,
      notes,
    }
  })

  route(app, wire.importRegister, async ({ actor, body: { csv, encoding, repairs, digest, action } }) => {
    const result = await providers.import({ csv, encoding, repairs }, { digest, action }, actor)
    if (result.ok) {
      const { imported, preview } = result
      return {
        added: preview.added.length,
        changed: preview.changed.length,
        takenIn: imported.takenIn.length,
      }
    }
    if ('problem' in result) throw new ProblemError(result.problem)
    const count = result.faults.length
    throw new ProblemError(
      problem(
        'invalid',
        message('server', 'registerFaulty', { count }),
        result.faults.map(({ line, column, reason }) => ({
          field: `body.csv.${line}.${column ?? ''}`,
          message: reason,
        })),
      ),
    )
  })
}
