import { type Kysely, sql, type Transaction } from 'kysely'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { product } from '../../src/domain/product.ts'
import { misfits, type ReadProvider } from '../../src/domain/register.ts'
import { type Database, withScope } from '../database/index.ts'
import { recordAudit } from '../decisions/records.ts'
import { notifySignIns } from '../identity/signIns.ts'
import { importRegister, lockProviders, providerRecords, regulatorCodes } from '../providers/index.ts'
import { RegisterFault, type RegisterRegulator, refuseFaults } from './register.ts'

type Tx = Transaction<Database>

export interface Installation {
  regulators: readonly RegisterRegulator[]
  /** Lines of the register `providersFile`. */
  providers: readonly ReadProvider[]
  providersFile?: string | undefined
  /** The subject of the first administrator at the issuer: what its tokens say as `sub`. */
  administrator: string
  now: Date
}

const addOrganisation = (
  tx: Tx,
  { id, type, name, publishedName }: { id: string; type: string; name: string; publishedName: string },
) =>
  sql`insert into organisation (id, type, name, published_name, onboarded)
    values (${id}, ${type}, ${name}, ${publishedName}, true)
    on conflict (id) do update set name = excluded.name, published_name = excluded.published_name`.execute(tx)

/** The agency itself, which is a regulator too. */
export const addAgency = async (tx: Tx): Promise<void> => {
  await addOrganisation(tx, {
    id: agencyOrganisationId,
    type: 'agency',
    name: product.name,
    publishedName: product.name,
  })
  await addRegulator(tx, {
    code: agencyOrganisationId,
    name: product.name,
    shortName: product.name,
    type: '03',
    countries: ['E', 'W', 'S', 'N'],
  })
}

/** The organisation of a regulator, whose people sign in for it. */
export const addCustomer = async (
  tx: Tx,
  { code, name }: Pick<RegisterRegulator, 'code' | 'name'>,
): Promise<void> => {
  await addOrganisation(tx, { id: code, type: 'statutory_customer', name, publishedName: name })
}

/** A regulator with the countries whose providers it watches. */
export const addRegulator = async (tx: Tx, regulator: RegisterRegulator): Promise<void> => {
  const { code, name, shortName, type, countries } = regulator
  await sql`insert into regulator (code, name, short_name, type_code) values (${code}, ${name}, ${shortName}, ${type})
    on conflict (code) do update set name = excluded.name, short_name = excluded.short_name,
      type_code = excluded.type_code`.execute(tx)
  await sql`delete from regulator_country where regulator_code = ${code}`.execute(tx)
  for (const country of countries)
    await sql`insert into regulator_country values (${code}, ${country})`.execute(tx)
}

/**
 * Makes an empty installation usable (decisions §10): the agency, its regulators, the providers of the register, and the
 * first administrator. Can be run again: what is there is brought up to date, nothing is removed. All or nothing.
 */
export const bootstrap = (db: Kysely<Database>, installation: Installation): Promise<void> =>
  withScope(db, { scope: 'all' }, async tx => {
    const { regulators, providers, providersFile = 'The register', administrator, now } = installation
    await addAgency(tx)
    for (const regulator of regulators) {
      await addRegulator(tx, regulator)
      await addCustomer(tx, regulator)
    }
    await lockProviders(tx)
    const standing = await providerRecords(tx)
    refuseFaults(providersFile, misfits(providers, { regulators: await regulatorCodes(tx), standing }))
    const file = providers.map(({ provider }) => provider)
    await importRegister(tx, { file, standing, action: 'ONBOARD', actor: systemPrincipal, now })
    await sql`insert into granted_role (subject, organisation_id, roles, granted_utc)
      values (${administrator}, ${agencyOrganisationId}, array['admin'], ${now})
      on conflict (subject, organisation_id) do update set roles = excluded.roles`.execute(tx)
    await recordAudit(tx, {
      actor: systemPrincipal,
      event: 'ADMINISTRATOR_GRANTED',
      subject: administrator,
      at: now,
    })
  })

/**
 * Takes back the role that `bootstrap` has given, with a line of audit: the person's next request is made without it, in every
 * process. Throws RegisterFault for who was given none.
 */
export const revokeAdministrator = (
  db: Kysely<Database>,
  { administrator, now }: Pick<Installation, 'administrator' | 'now'>,
): Promise<void> =>
  withScope(db, { scope: 'all' }, async tx => {
    const { numAffectedRows = 0n } = await sql`delete from granted_role
      where subject = ${administrator} and organisation_id = ${agencyOrganisationId}`.execute(tx)
    if (numAffectedRows === 0n) throw new RegisterFault(`${administrator} was given no role by bootstrap.`)
    await notifySignIns(tx, { userId: administrator })
    await recordAudit(tx, {
      actor: systemPrincipal,
      event: 'ADMINISTRATOR_REVOKED',
      subject: administrator,
      at: now,
    })
  })
