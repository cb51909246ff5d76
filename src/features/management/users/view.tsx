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
  LinkTabs,
  Page,
  PageHeader,
  SearchField,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { ManagementTabs } from '../common/ManagementTabs.tsx'

const noRows: readonly UserWire[] = []

/** The views of the list, in the order of their links. */
const views = ['refused', 'faulty'] as const
const isIn: Readonly<Record<(typeof views)[number], (user: UserWire) => boolean>> = {
  refused: ({ refusedUtc }) => refusedUtc !== null,
  faulty: ({ refusedUtc, faults }) => refusedUtc === null && faults.length > 0,
}

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
    () => all.filter(user => (view === undefined || isIn[view](user)) && mentions(user, table.state.search)),
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
            <SearchField
              label={t('search')}
              isLabelHidden
              placeholder={t('search')}
              isPageSearch
              value={table.typed}
              onChange={table.type}
              onSearch={table.search}
            />
            <LinkTabs
              label={t('views.label')}
              look="segments"
              isGrid
              tabs={[undefined, ...views].map(one => ({
                id: one ?? 'all',
                label: t(`views.${one ?? 'all'}`),
                count: one === undefined ? all.length : all.filter(isIn[one]).length,
                href: table.hrefWith('view', one === undefined ? [] : [one]),
                isCurrent: view === one,
              }))}
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

/** A fault in words, with what the issuer has to say instead. */
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

function Access({ user }: { user: UserWire }) {
  const t = useMessages('management.users')
  const text = useText()
  const { refusedUtc, faults } = user
  return (
    <Stack gap={1}>
      <StatusTag
        tone={refusedUtc !== null ? 'failed' : faults.length > 0 ? 'attention' : 'good'}
        variant="plain"
      >
        {refusedUtc !== null
          ? t('access.refused', { at: text(loggedAt(refusedUtc)) })
          : t(faults.length > 0 ? 'access.faulty' : 'access.good')}
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
  {
    id: 'first',
    header: t('columns.first'),
    value: ({ firstUtc }) => firstUtc,
    cell: ({ firstUtc }) => text(loggedAt(firstUtc)),
    kind: 'moment',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'last',
    header: t('columns.last'),
    value: ({ lastUtc }) => lastUtc,
    cell: ({ lastUtc }) => text(loggedAt(lastUtc)),
    kind: 'moment',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'access',
    header: t('columns.access'),
    value: ({ refusedUtc, faults }) => (refusedUtc !== null ? 2 : faults.length > 0 ? 1 : 0),
    cell: user => <Access user={user} />,
    isSortable: true,
    firstDirection: 'descending',
    width: 'wide',
  },
]
