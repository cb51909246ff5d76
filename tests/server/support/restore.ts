import type { ProcessingServer } from './processingServer.ts'

/** Tables that are no part of what a test sets back: who is signed in, keys of stored objects, and the audit, which only grows. */
const left = /^(audit_|person$|sign_in$|oidc_model$|file_key$|signing_key$|live_sequence$|migration)/

/** Queues whose jobs the system sends by itself. */
const ofSystem = `name like '\\_\\_%' or name in (select name from pgboss.schedule) or name = 'places'`

/**
 * Keeps what is in the database of a server by now; from then on no worker takes a job, so that what requests leave can be counted.
 */
export const createRestore = async (server: Pick<ProcessingServer, 'asOwner' | 'look'>) => {
  const { tables } = await server.look<{ tables: { name: string; columns: string }[] }>(`
    select json_agg(json_build_object('name', t.name, 'columns', t.columns)) as tables from (
      select c.table_name as name, string_agg(quote_ident(c.column_name), ',' order by c.ordinal_position) as columns
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      group by c.table_name) t`)
  const kept = tables.filter(({ name }) => !left.test(name))
  await server.asOwner(`
    create function not_taken() returns trigger language plpgsql as
      $$ begin new.start_after := now() + interval '1 year'; return new; end $$;
    create trigger not_taken before insert on pgboss.job for each row execute function not_taken();
    create schema kept;
    ${kept.map(({ name }) => `create table kept."${name}" as select * from public."${name}"`).join(';')};
    create table kept.pgboss_job as select id from pgboss.job`)
  const counted = [
    ...kept.map(({ name }) => [name, `select count(*) from public."${name}"`] as const),
    ['jobs', `select count(*) from pgboss.job where not (${ofSystem})`] as const,
  ]
  const counts = `select ${counted.map(([name, query]) => `(${query})::int as "${name}"`).join(', ')}`

  return {
    /** Sets the database back. */
    restore: (): Promise<void> =>
      server.asOwner(`set session_replication_role = replica;
        ${kept
          .map(
            ({ name, columns }) =>
              `delete from public."${name}"; insert into public."${name}" (${columns}) overriding system value select ${columns} from kept."${name}"`,
          )
          .join(';')};
        delete from pgboss.job where id not in (select id from kept.pgboss_job);
        set session_replication_role = origin`),
    /** Rows of each table, and jobs. */
    count: (): Promise<Record<string, number>> => server.look(counts),
    /** Rows that there are more, or fewer, of. */
    difference: (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
      Object.fromEntries(
        Object.entries(after)
          .map(([table, rows]) => [table, rows - (before[table] ?? 0)] as const)
          .filter(([, more]) => more !== 0),
      ),
  }
}
