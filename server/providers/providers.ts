import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { FileFault } from '../../src/domain/importedTable.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import {
  changeRefusal,
  type ImportAction,
  isNotOnboarded,
  type ProviderContact,
  standingOf,
  takingInRefusal,
} from '../../src/domain/provider.ts'
import {
  misfits,
  type RegisterLine,
  type RegisterRepair,
  readRegister,
  regulatorFault,
  riskCodeFault,
} from '../../src/domain/register.ts'
import { contactsText, previewOf, type RegisterPreview } from '../../src/domain/registerChanges.ts'
import { type RegisterProvider, registerText } from '../../src/domain/registerFile.ts'
import type { TextEncoding } from '../../src/domain/textEncoding.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordAudit, recordRefusal } from '../decisions/records.ts'
import { notifySignIns } from '../identity/signIns.ts'
import { publishProviders } from '../live/publish.ts'
import { notifySenders } from '../transfers/renew.ts'
import { type DetailChange, keepEvent } from './history.ts'
import { type Imported, importRegister } from './importRegister.ts'
import {
  lockProviders,
  type ProviderRecord,
  providerRecords,
  regulatorCodes,
  writeContacts,
  writeProvider,
} from './providerRows.ts'

type Tx = Transaction<Database>

/** What is changed of a provider that was taken in: by an administrator, or its contacts by its own people. */
export interface ProviderChanges
  extends Partial<Pick<RegisterProvider, 'riskCode' | 'regulator' | 'publishedName'>> {
  onboarded?: boolean
  contacts?: readonly ProviderContact[]
}

/** The provider as it is afterwards, or the problem that refused it. */
export type DecidedProvider = { ok: true; provider: ProviderRecord } | { ok: false; problem: Problem }

/** Ids of the providers that were not onboarded before, or the problem that refused all. */
export type DecidedOnboarding = { ok: true; onboarded: string[] } | { ok: false; problem: Problem }

/** What a register would change, or what is wrong with it. */
export type CheckedRegister =
  | {
      ok: true
      preview: RegisterPreview
      /** Stands for the file and for what it was compared with. */
      digest: string
      notes: Message[]
    }
  | { ok: false; faults: FileFault[]; notes: Message[] }

/** The text of a register, and how it was written. */
export interface RegisterFile {
  csv: string
  encoding: TextEncoding
  /** What was decided about its faults. */
  repairs?: readonly RegisterRepair[]
}

/** What became of an import. */
export type DecidedImport =
  | { ok: true; imported: Imported; preview: RegisterPreview }
  | { ok: false; problem: Problem }
  | { ok: false; faults: FileFault[] }

/** What the changes make another value of, as the history keeps it. */
const detailsOf = (before: ProviderRecord, requested: ProviderChanges): DetailChange[] => {
  const texts = (['onboarded', 'publishedName', 'riskCode', 'regulator'] as const).flatMap(field => {
    const after = requested[field]
    return after === undefined || after === before[field]
      ? []
      : [{ field, before: registerText(before[field]), after: registerText(after) }]
  })
  const { contacts } = requested
  const isOther = contacts !== undefined && JSON.stringify(contacts) !== JSON.stringify(before.contacts)
  return isOther
    ? [...texts, { field: 'contacts', before: contactsText(before.contacts), after: contactsText(contacts) }]
    : texts
}

/** Of imported providers those of whom a consent to transfers is needed from now on or no more, with the UKPRNs that they had. */
const receiversThatChanged = (
  imported: readonly string[],
  before: readonly ProviderRecord[],
  after: readonly ProviderRecord[],
): { instIds: string[]; ukprns: string[] } => {
  const [known, now] = [before, after].map(all => new Map(all.map(one => [one.instId, one])))
  const instIds = imported.filter(instId => {
    const [was, is] = [known?.get(instId), now?.get(instId)]
    return was?.onboarded !== is?.onboarded || was?.ukprn !== is?.ukprn
  })
  return { instIds, ukprns: instIds.flatMap(instId => known?.get(instId)?.ukprn ?? []) }
}

const checked = async (
  tx: Tx,
  { csv, encoding, repairs }: RegisterFile,
): Promise<CheckedRegister & { standing?: ProviderRecord[]; file?: RegisterLine[] }> => {
  const { providers, faults, notes } = readRegister(csv, encoding, repairs)
  const standing = await providerRecords(tx)
  const unfit = misfits(providers, { regulators: await regulatorCodes(tx), standing })
  const all = [...faults, ...unfit].toSorted((a, b) => a.line - b.line)
  if (all.length > 0) return { ok: false, faults: all, notes }
  const file = providers.map(({ provider }) => provider)
  const preview = previewOf(file, standing)
  const digest = createHash('sha256')
    .update(JSON.stringify([file, preview]))
    .digest('hex')
  return { ok: true, preview, digest, notes, standing, file }
}

/**
 * The only writer of providers. A decision is written with its history, its audit line and the live message in one
 * transaction; a refusal leaves the audit line alone.
 */
export const createProviders = ({ db, clock }: { db: Kysely<Database>; clock: { now: () => Date } }) => {
  const refuse = async (
    tx: Tx,
    line: { actor: UserPrincipal; event: string; subject: string; instId?: string },
    refusal: Problem,
  ): Promise<{ ok: false; problem: Problem }> => {
    await recordRefusal(tx, { ...line, at: clock.now() }, refusal)
    return { ok: false, problem: refusal }
  }

  const after = async (tx: Tx, instId: string): Promise<DecidedProvider> => {
    await publishProviders(tx, [instId], clock.now())
    const [provider] = await providerRecords(tx, instId)
    if (!provider) throw new Error(`The provider ${instId} is not there any more.`)
    return { ok: true, provider }
  }

  return {
    /** Takes a provider of the register into the portal; it takes part once it is onboarded. */
    takeIn: (instId: string, actor: UserPrincipal): Promise<DecidedProvider> =>
      withScope(db, { scope: 'all' }, async tx => {
        await lockProviders(tx)
        const [found] = await providerRecords(tx, instId)
        const line = { actor, event: 'PROVIDER_TAKEN_IN', subject: instId }
        if (!found) {
          const fault = message('server', 'field.notInRegister')
          return refuse(tx, line, problem('invalid', fault, [{ field: 'body.instId', message: fault }]))
        }
        const refusal = takingInRefusal(standingOf(found))
        if (refusal) return refuse(tx, { ...line, instId }, problem('conflict', refusal))
        const now = clock.now()
        await writeProvider(tx, { provider: found, onboarded: false, now })
        await writeContacts(tx, instId, found.contacts)
        await keepEvent(tx, { instId, event: 'TAKEN_IN', changes: [], actor, now })
        return after(tx, instId)
      }),

    /** Adds and onboards providers of the register, all or none; those that are onboarded stay as they are (decisions §19). */
    onboard: (instIds: readonly string[], actor: UserPrincipal): Promise<DecidedOnboarding> =>
      withScope(db, { scope: 'all' }, async tx => {
        await lockProviders(tx)
        const known = new Map((await providerRecords(tx)).map(one => [one.instId, one]))
        const strange = instIds.filter(instId => !known.has(instId))
        if (strange.length > 0) {
          const fault = message('server', 'field.notInRegister')
          return refuse(
            tx,
            { actor, event: 'PROVIDERS_ONBOARDED', subject: strange.join(', ') },
            problem('invalid', fault, [{ field: 'body.instIds', message: fault }]),
          )
        }
        const now = clock.now()
        const waiting = [...new Set(instIds)]
          .flatMap(instId => known.get(instId) ?? [])
          .filter(isNotOnboarded)
        for (const provider of waiting) {
          const { instId, isTakenIn } = provider
          await writeProvider(tx, { provider, onboarded: true, now })
          if (!isTakenIn) await writeContacts(tx, instId, provider.contacts)
          const changes: DetailChange[] = [{ field: 'onboarded', before: 'no', after: 'yes' }]
          await keepEvent(tx, { instId, event: isTakenIn ? 'CHANGED' : 'TAKEN_IN', changes, actor, now })
        }
        const onboarded = waiting.map(({ instId }) => instId)
        await publishProviders(tx, onboarded, now)
        await notifySenders(tx, { instIds: onboarded }, now)
        return { ok: true, onboarded }
      }),

    /** Changes a provider that was taken in; what is given as it is already is no change. */
    change: (instId: string, requested: ProviderChanges, actor: UserPrincipal): Promise<DecidedProvider> =>
      withScope(db, { scope: 'all' }, async tx => {
        await lockProviders(tx)
        const [before] = await providerRecords(tx, instId)
        if (!before) return { ok: false, problem: problem('not-found', message('problems', 'noProvider')) }
        const line = { actor, event: 'PROVIDER_CHANGED', subject: instId }
        const refusal = changeRefusal(standingOf(before))
        if (refusal) return refuse(tx, line, problem('conflict', refusal))
        const { regulator = before.regulator, riskCode = before.riskCode } = requested
        const misfit = (field: string, fault: Message | undefined) =>
          fault ? [{ field, message: fault }] : []
        // A code from before this was checked stays until it is changed.
        const faults = [
          ...(regulator === before.regulator
            ? []
            : misfit('body.regulatorCode', regulatorFault(regulator, await regulatorCodes(tx)))),
          ...(riskCode === before.riskCode ? [] : misfit('body.riskCode', riskCodeFault(riskCode))),
        ]
        if (faults[0]) return refuse(tx, { ...line, instId }, problem('invalid', faults[0].message, faults))
        const changes = detailsOf(before, requested)
        if (changes.length === 0) return { ok: true, provider: before }
        const now = clock.now()
        const { contacts, onboarded = before.onboarded, ...values } = requested
        await writeProvider(tx, { provider: { ...before, ...values }, onboarded, now })
        if (contacts) await writeContacts(tx, instId, contacts)
        await keepEvent(tx, { instId, event: 'CHANGED', changes, actor, now })
        // Its people act for it no more: neither by calls nor by what they listen to.
        if (!onboarded) await notifySignIns(tx, { organisationId: instId })
        const decided = await after(tx, instId)
        if (onboarded !== before.onboarded) await notifySenders(tx, { instIds: [instId] }, now)
        return decided
      }),

    /** What a register would change. */
    check: (register: RegisterFile): Promise<CheckedRegister> =>
      withScope(db, { scope: 'all' }, async tx => {
        const { standing: _standing, file: _file, ...result } = await checked(tx, register)
        return result
      }),

    /** Imports a register that was previewed; refused where it would change something else than the preview said. */
    import: (
      register: RegisterFile,
      { digest, action }: { digest: string; action: ImportAction },
      actor: UserPrincipal,
    ): Promise<DecidedImport> =>
      withScope(db, { scope: 'all' }, async tx => {
        await lockProviders(tx)
        const result = await checked(tx, register)
        if (!result.ok) return { ok: false, faults: result.faults }
        const { standing = [], file = [] } = result
        const line = { actor, event: 'PROVIDERS_IMPORTED', subject: 'register' }
        if (result.digest !== digest)
          return refuse(tx, line, problem('conflict', message('server', 'registerOvertaken')))
        const now = clock.now()
        const { preview, ...imported } = await importRegister(tx, { file, standing, action, actor, now })
        await recordAudit(tx, {
          ...line,
          at: now,
          detail: {
            action,
            added: preview.added.length,
            changed: preview.changed.length,
            takenIn: imported.takenIn.length,
          },
        })
        const all = [...imported.takenIn, ...imported.changed]
        const receivers = receiversThatChanged(all, standing, await providerRecords(tx))
        for (const organisationId of imported.ended) await notifySignIns(tx, { organisationId })
        await publishProviders(tx, all, now, standing)
        await notifySenders(tx, receivers, now)
        return { ok: true, imported, preview }
      }),
  }
}
export type Providers = ReturnType<typeof createProviders>
