import {
  type Driver,
  DummyDriver,
  Kysely,
  type Logger,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Database } from '../schema.ts'

/** A database without a server: it answers every query at once, without a row, unless `driver` answers. */
export const emptyDatabase = ({
  driver = new DummyDriver(),
  log = () => undefined,
}: {
  driver?: Driver
  log?: Logger
} = {}) =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log,
  })
