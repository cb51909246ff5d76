import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { emailForm, importActions, phoneForm, providerDetails, providerEvents } from '../provider.ts'
import { textEncodings } from '../textEncoding.ts'
import { call } from './call.ts'
import { fileFault, instant, instId } from './common.ts'

/** A provider as the register has it (decisions §10). */
const registered = z.object({
  instId,
  ukprn: z.string(),
  name: z.string(),
  publishedName: z.string(),
  countryCode: z.string(),
  region: z.string(),
  regulatorCode: z.string(),
  riskCode: z.string(),
  awardingPowers: z.boolean(),
})
export type RegisteredWire = z.output<typeof registered>

const part = z.string().check(z.trim(), z.maxLength(limits.contactPart))
const contact = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.contactPart)),
  role: part,
  email: z.string().check(z.trim(), z.maxLength(limits.contactPart), z.regex(emailForm)),
  phone: z.string().check(z.trim(), z.maxLength(limits.contactPart), z.regex(phoneForm)),
})

export const managedProvider = z.extend(registered, {
  /** False: it stands in the register alone. */
  isTakenIn: z.boolean(),
  onboarded: z.boolean(),
  contacts: z.array(contact),
  /** When the agency last reminded it, of whatever collection. */
  lastRemindedUtc: z.nullable(instant),
  /** When anything of it was changed last. */
  updatedUtc: instant,
})
export type ManagedProviderWire = z.output<typeof managedProvider>

export const listManagedProviders = call({
  method: 'GET',
  path: '/providers/register',
  summary: 'Every provider that was taken in or stands in the register, by id.',
  permission: 'management.view',
  response: z.object({ providers: z.array(managedProvider) }),
})

const providerEvent = z.object({
  /** Number of the event in the provider's history. */
  sequence: z.number(),
  event: z.enum(providerEvents),
  changes: z.array(z.object({ field: z.enum(providerDetails), before: z.string(), after: z.string() })),
  by: z.string(),
  occurredUtc: instant,
})
export type ProviderEventWire = z.output<typeof providerEvent>

export const getManagedProvider = call({
  method: 'GET',
  path: '/providers/{instId}',
  summary: 'One provider with its contacts, and what was changed of it by whom and when, newest first.',
  permission: 'management.view',
  response: z.extend(managedProvider, { events: z.array(providerEvent) }),
})

export const takeProviderIn = call({
  method: 'POST',
  path: '/providers',
  summary: 'Takes a provider of the register into the portal. It takes part once it is onboarded.',
  permission: 'management.providers',
  body: z.object({ instId }),
  response: managedProvider,
})

export const onboardProviders = call({
  method: 'POST',
  path: '/providers/onboard',
  summary:
    'Adds and onboards providers of the register, all or none. Those that are onboarded stay as they are.',
  permission: 'management.providers',
  body: z.object({ instIds: z.array(instId).check(z.minLength(1), z.maxLength(5000)) }),
  response: z.object({
    /** Providers that were not onboarded before. */
    onboarded: z.array(instId),
  }),
})

export const changeProvider = call({
  method: 'PATCH',
  path: '/providers/{instId}',
  summary: 'Changes a provider that was taken in; contacts replace those that there are.',
  permission: 'management.providers',
  body: z.object({
    onboarded: z.exactOptional(z.boolean()),
    riskCode: z.exactOptional(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))),
    regulatorCode: z.exactOptional(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))),
    publishedName: z.exactOptional(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.providerName)),
    ),
    contacts: z.exactOptional(z.array(contact).check(z.maxLength(limits.providerContacts))),
  }),
  response: managedProvider,
})

const ownContacts = z.object({ contacts: z.array(contact).check(z.maxLength(limits.providerContacts)) })

export const getContacts = call({
  method: 'GET',
  path: '/providers/{instId}/contacts',
  summary: 'Whom the agency writes to or calls at a provider: name, role, e-mail, telephone.',
  permission: 'providers.contacts',
  response: ownContacts,
})

export const changeContacts = call({
  method: 'PUT',
  path: '/providers/{instId}/contacts',
  summary: 'Replaces the contacts of a provider. Its sign-off role and agency staff may.',
  permission: 'providers.contacts',
  body: ownContacts,
  response: ownContacts,
})

const change = z.object({ field: z.enum(providerDetails), before: z.string(), after: z.string() })

const preview = z.object({
  /** Providers that the portal does not know yet. */
  added: z.array(
    z.extend(registered, {
      /** What its line decides; null: `action` of the import does. */
      becomes: z.nullable(z.enum(importActions)),
      contacts: z.array(contact),
    }),
  ),
  changed: z.array(z.object({ provider: registered, changes: z.array(change) })),
  unchanged: z.number(),
  /** How many providers of the file are not onboarded and follow `action` of the import. */
  undecided: z.number(),
  /** Providers that the portal knows and the file does not name. */
  absent: z.array(registered),
})
export type RegisterPreviewWire = z.output<typeof preview>

const registerFile = z.object({
  csv: z.string().check(z.maxLength(limits.registerText)),
  /** How the file was written, for the notes. */
  encoding: z._default(z.enum(textEncodings), 'utf-8'),
  /** What was decided about faults, in the order in which it is done: a line of null stands for every line with the value. */
  repairs: z._default(
    z
      .array(
        z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('replace'),
            line: z.nullable(z.int()),
            column: z.string().check(z.maxLength(40)),
            value: z.string().check(z.maxLength(limits.providerName)),
            to: z.string().check(z.maxLength(limits.providerName)),
          }),
          z.object({ kind: z.literal('leaveOut'), line: z.int() }),
        ]),
      )
      .check(z.maxLength(1000)),
    [],
  ),
})

export const previewRegister = call({
  method: 'POST',
  path: '/providers/register/preview',
  summary:
    'What a register of providers (CSV with the columns instId, ukprn, name, publishedName, country, region, regulator, riskCode, awardingPowers; optional: takesPart, onboarded, contactName, contactRole, contactEmail, contactPhone, contact2Name …) would change. Nothing is stored.',
  permission: 'management.providers',
  body: registerFile,
  response: z.object({
    /** Null where the register is at fault. */
    preview: z.nullable(preview),
    /** Names the preview to the import; null where the register is at fault. */
    digest: z.nullable(z.string()),
    /** The first faults. */
    faults: z.array(fileFault),
    faultCount: z.number(),
    /** What was read in another way than it is written: encoding, separators, leading zeros. */
    notes: z.array(z.string()),
  }),
})

export const importRegister = call({
  method: 'POST',
  path: '/providers/register',
  summary:
    'Imports a register that was previewed. Providers that were added follow it. `action` decides about the others, unless their line does: REGISTER keeps them in the register, TAKE_IN adds them, ONBOARD adds and onboards them.',
  permission: 'management.providers',
  body: z.extend(registerFile, {
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    action: z.enum(importActions),
  }),
  response: z.object({ added: z.number(), changed: z.number(), takenIn: z.number() }),
})
