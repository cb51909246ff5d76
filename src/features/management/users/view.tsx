import { useMemo } from 'react'
import { loggedAt } from '../../../domain/dates.ts'
import { roleLabel } from '../../../domain/labels.ts'
import { organisationTypeByCode } from '../../../domain/organisation.ts'
import { rolesByOrganisationType } from '../../../domain/permissions.ts'
import type { UserFaultWire, UserWire } from '../../../domain/wire/users.ts'
import type { Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  Page,
  PageHeader,
  Stack,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { TableSearch, TableViews } from '../../common/ListTools.tsx'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { ManagementTabs } from '../common/ManagementTabs.tsx'

const noRows: readonly UserWire[] = []

/** What happens when somebody signs in, the worst last. */
const accesses = ['good', 'faulty', 'refused'] as const
type Access = (typeof accesses)[number]
const accessOf = ({ refusedUtc, faults }: UserWire): Access =>
  refusedUtc !== null ? 'refused' : faults.length > 0 ? 'faulty' : 'good'

const tones: Readonly<Record<Access, Tone>> = { good: 'good', faulty: 'attention', refused: 'failed' }

/** The views of the list, in the order of their links. */
const views = ['refused', 'faulty'] as const satisfies readonly Access[]

/** The users of a view; all for none. */
const inView = (users: readonly UserWire[], view: Access | undefined): readonly UserWire[] =>
  view === undefined ? users : users.filter(user => accessOf(user) === view)

const mentions = ({ userId, name, email, organisations }: UserWire, typed: string): boolean =>
  [userId, name, email, ...organisations.flatMap(one => [one.id, one.name])]
    .join(' ')
    .toLowerCase()
    .includes(typed.trim().toLowerCase())

/** Everybody who has tried to sign in, and why somebody was refused or misses a role. */
export function UsersView({
  list,
  table,
}: {
  list: Loaded<readonly UserWire[]>
  table: Pick<Table, 'state' | 'change' | 'hrefWith' | 'typed' | 'type' | 'search'>
}) {
  const t = useMessages('management.users')
  const text = useText()
  const all = list.data ?? noRows
  const view = views.find(one => one === table.state.filters.view?.[0])
  const rows = useMemo(
    () => inView(all, view).filter(user => mentions(user, table.state.search)),
    [all, view, table.state.search],
  )
  const columns = useMemo(() => columnsOf(t, text), [t, text])
  return (
    <Page
      steps={<ManagementTabs current="users" />}
      header={<PageHeader title={t('title')}>{t('lead')}</PageHeader>}
    >
      <DataTable
        id="users"
        caption={t('title')}
        isCaptionHidden
        columns={columns}
        rows={rows}
        rowId={({ userId }) => userId}
        rowLabel={({ name }) => name}
        state={table.state}
        onChange={table.change}
        tieBreaker="name"
        toolbar={
          <>
            <TableSearch label={t('search')} isLabelHidden placeholder={t('search')} table={table} />
            <TableViews
              label={t('views.label')}
              filter="view"
              views={[undefined, ...views].map(id => ({
                id,
                label: t(`views.${id ?? 'all'}`),
                count: inView(all, id).length,
              }))}
              current={view}
              table={table}
            />
          </>
        }
        status={list.status}
        stacks
        hasTwoLines
        empty={<EmptyState title={t('empty')} level={0} />}
        failure={<LoadFailure title={t('failed')} problem={list.problem} onRetry={list.retry} level={0} />}
      />
    </Page>
  )
}

/** A fault in words, with the roles that the issuer can name. */
const faultText = (
  t: Translate<'management.users'>,
  fault: UserFaultWire,
  { organisations }: UserWire,
): string => {
  if (fault.reason === 'no-organisation') return t('fault.no-organisation')
  const { organisation } = fault
  if (fault.reason === 'unknown-organisation')
    return t('fault.unknown-organisation', { organisation, type: fault.type })
  if (fault.reason === 'unknown-role') {
    const type = organisationTypeByCode(organisations.find(({ id }) => id === organisation)?.type ?? '')
    const known = type === undefined ? '' : rolesByOrganisationType[type].join(', ')
    return t('fault.unknown-role', { organisation, role: fault.role, known })
  }
  return t(`fault.${fault.reason}`, { organisation })
}

function AccessCell({ user }: { user: UserWire }) {
  const t = useMessages('management.users')
  const text = useText()
  const { refusedUtc, faults } = user
  const access = accessOf(user)
  return (
    <Stack gap={1}>
      <StatusTag tone={tones[access]} variant="plain">
        {access === 'refused'
          ? t('access.refused', { at: text(loggedAt(refusedUtc)) })
          : t(`access.${access}`)}
      </StatusTag>
      {faults.map(fault => (
        <span key={JSON.stringify(fault)}>{faultText(t, fault, user)}</span>
      ))}
    </Stack>
  )
}

function Organisations({ user }: { user: UserWire }) {
  const t = useMessages('management.users')
  const text = useText()
  if (user.organisations.length === 0) return t('none')
  return (
    <Stack gap={1}>
      {user.organisations.map(({ id, name, type, roles }) => (
        <span key={`${id} ${type}`}>
          {t('membership', {
            organisation: name ?? t('unknown', { id }),
            roles: roles.length === 0 ? t('noRole') : roles.map(role => text(roleLabel(role))).join(', '),
          })}
        </span>
      ))}
    </Stack>
  )
}

const columnsOf = (t: Translate<'management.users'>, text: ToText): readonly DataColumn<UserWire>[] => [
  {
    id: 'name',
    header: t('columns.name'),
    value: ({ name }) => name,
    cell: ({ name, userId }) => (
      <Stack gap={0}>
        <span>{name}</span>
        <code translate="no">{userId}</code>
      </Stack>
    ),
    isRowHeader: true,
    isSortable: true,
  },
  { id: 'email', header: t('columns.email'), value: ({ email }) => email },
  {
    id: 'organisations',
    header: t('columns.organisations'),
    value: ({ organisations }) => organisations[0]?.name,
    cell: user => <Organisations user={user} />,
    isSortable: true,
    width: 'wide',
  },
  ...(['first', 'last'] as const).map(
    (id): DataColumn<UserWire> => ({
      id,
      header: t(`columns.${id}`),
      value: user => user[`${id}Utc`],
      cell: user => text(loggedAt(user[`${id}Utc`])),
      kind: 'moment',
      isSortable: true,
      firstDirection: 'descending',
    }),
  ),
  {
    id: 'access',
    header: t('columns.access'),
    value: user => accesses.indexOf(accessOf(user)),
    cell: user => <AccessCell user={user} />,
    isSortable: true,
    firstDirection: 'descending',
    width: 'wide',
  },
]
