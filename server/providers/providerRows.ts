import { sql, type Transaction } from 'kysely'
import { isCountryCode } from '../../src/domain/organisation.ts'
import type { ProviderContact } from '../../src/domain/provider.ts'
import type { RegisterProvider } from '../../src/domain/registerFile.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** A provider as the portal knows it: as it was taken in and changed since, or as the register has it. */
export interface ProviderRecord extends RegisterProvider {
  isTakenIn: boolean
  onboarded: boolean
  contacts: ProviderContact[]
  /** When the agency last reminded it, of whatever collection. */
  lastRemindedUtc: Date | null
  /** When anything of it was changed last. */
  updatedUtc: Date
}

interface Row {
  inst_id: string
  ukprn: string
  name: string
  published_name: string
  country_code: string
  region: string
  regulator_code: string
  risk_code: string
  awarding_powers: boolean
  is_taken_in: boolean
  onboarded: boolean
  contacts: ProviderContact[] | null
  last_reminded_utc: Date | null
  updated_utc: Date
}

const recordOf = (row: Row): ProviderRecord => {
  if (!isCountryCode(row.country_code))
    throw new Error(`The provider ${row.inst_id} has the unknown country ${row.country_code}.`)
  return {
    instId: row.inst_id,
    ukprn: row.ukprn,
    name: row.name,
    publishedName: row.published_name,
    country: row.country_code,
    region: row.region,
    regulator: row.regulator_code,
    riskCode: row.risk_code,
    awardingPowers: row.awarding_powers,
    isTakenIn: row.is_taken_in,
    onboarded: row.onboarded,
    contacts: row.contacts ?? [],
    lastRemindedUtc: row.last_reminded_utc,
    updatedUtc: row.updated_utc,
  }
}

/** Every provider that was taken in or stands in the register, or the one of an id, by id. The scope has to be 'all'. */
export const providerRecords = async (tx: Tx, instId: string | null = null): Promise<ProviderRecord[]> => {
  const { rows } = await sql<Row>`
    select p.inst_id, p.ukprn, o.name, o.published_name, p.country_code, coalesce(p.region, '') as region, p.regulator_code,
      p.risk_code, p.awarding_powers, true as is_taken_in, o.onboarded, p.updated_utc,
      (select jsonb_agg(jsonb_build_object('name', c.name, 'role', c.role, 'email', c.email, 'phone', c.phone)
        order by c.ordinal) from provider_contact c where c.inst_id = p.inst_id) as contacts,
      (select max(sent_utc) from provider_reminder m where m.inst_id = p.inst_id) as last_reminded_utc
    from provider p join organisation o on o.id = p.inst_id
    where ${instId}::text is null or p.inst_id = ${instId}
    union all
    select r.inst_id, r.ukprn, r.name, r.published_name, r.country_code, r.region, r.regulator_code, r.risk_code,
      r.awarding_powers, false, false, r.imported_utc, r.contacts,
      null
    from register_provider r
    where (${instId}::text is null or r.inst_id = ${instId}) and not exists (select 1 from provider p where p.inst_id = r.inst_id)
    order by inst_id`.execute(tx)
  return rows.map(recordOf)
}

/** One decision about providers after the other: an import reads all of them. */
export const lockProviders = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('providers', 0))`.execute(tx)
}

/** Codes of the regulators that there are. */
export const regulatorCodes = async (tx: Tx): Promise<Set<string>> => {
  const { rows } = await sql<{ code: string }>`select code from regulator`.execute(tx)
  return new Set(rows.map(({ code }) => code))
}

/** Writes what the register says of a provider, with its contacts for the time when it is added. */
export const writeRegister = async (
  tx: Tx,
  provider: RegisterProvider & { contacts: readonly ProviderContact[] },
  now: Date,
): Promise<void> => {
  const { instId, ukprn, name, publishedName, country, region, regulator, riskCode, awardingPowers } =
    provider
  await sql`insert into register_provider (inst_id, ukprn, name, published_name, country_code, region, regulator_code,
      risk_code, awarding_powers, contacts, imported_utc)
    values (${instId}, ${ukprn}, ${name}, ${publishedName}, ${country}, ${region}, ${regulator}, ${riskCode},
      ${awardingPowers}, ${JSON.stringify(provider.contacts)}::jsonb, ${now})
    on conflict (inst_id) do update set ukprn = excluded.ukprn, name = excluded.name,
      published_name = excluded.published_name, country_code = excluded.country_code, region = excluded.region,
      regulator_code = excluded.regulator_code, risk_code = excluded.risk_code,
      awarding_powers = excluded.awarding_powers, contacts = excluded.contacts,
      imported_utc = excluded.imported_utc`.execute(tx)
}

/** Writes a provider that takes part, or is to, with its organisation. */
export const writeProvider = async (
  tx: Tx,
  { provider, onboarded, now }: { provider: RegisterProvider; onboarded: boolean; now: Date },
): Promise<void> => {
  const { instId, ukprn, name, publishedName, country, region, regulator, riskCode, awardingPowers } =
    provider
  await sql`insert into organisation (id, type, name, published_name, onboarded)
    values (${instId}, 'provider', ${name}, ${publishedName}, ${onboarded})
    on conflict (id) do update set name = excluded.name, published_name = excluded.published_name,
      onboarded = excluded.onboarded`.execute(tx)
  await sql`insert into provider (inst_id, ukprn, country_code, region, regulator_code, risk_code, awarding_powers, updated_utc)
    values (${instId}, ${ukprn}, ${country}, ${region}, ${regulator}, ${riskCode}, ${awardingPowers}, ${now})
    on conflict (inst_id) do update set ukprn = excluded.ukprn, country_code = excluded.country_code,
      region = excluded.region, regulator_code = excluded.regulator_code, risk_code = excluded.risk_code,
      awarding_powers = excluded.awarding_powers, updated_utc = excluded.updated_utc`.execute(tx)
}

/** Replaces the contacts of a provider that was added. The register keeps none of it: nobody could delete them there. */
export const writeContacts = async (
  tx: Tx,
  instId: string,
  contacts: readonly ProviderContact[],
): Promise<void> => {
  await sql`delete from provider_contact where inst_id = ${instId}`.execute(tx)
  await sql`update register_provider set contacts = '[]' where inst_id = ${instId}`.execute(tx)
  for (const [at, { name, role, email, phone }] of contacts.entries())
    await sql`insert into provider_contact (inst_id, ordinal, name, role, email, phone)
      values (${instId}, ${at + 1}, ${name}, ${role}, ${email}, ${phone})`.execute(tx)
}
