import { screenPermissions } from '../../../domain/routes.ts'
import { listUsers } from '../../../domain/wire/users.ts'
import { usePageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { mapLoaded } from '../../common/Loaded.tsx'
import { UsersView } from './view.tsx'

const defaults = tableDefaults({ sort: { column: 'last', direction: 'descending' }, pageSize: 25 })

/** Route `/management/users` (decisions §20): who has signed in, with which roles, and who was refused and why. */
export function Component() {
  const t = useMessages('management.users')
  usePageTitle(t('title'))
  const { may } = useViewer()
  return may(screenPermissions.users) ? (
    <List />
  ) : (
    <AccessDenied level={1} permission={screenPermissions.users} />
  )
}

function List() {
  const table = useTable('users', defaults)
  const users = useResource(listUsers, {})
  return <UsersView list={mapLoaded(users, data => data.users)} table={table} />
}
