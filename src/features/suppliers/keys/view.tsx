import { type ApiKeyPlace, apiKeyPlaceLabel, keyScopeLabel } from '../../../domain/apiKey.ts'
import { loggedAt } from '../../../domain/dates.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { ApiKeyWire, listApiKeys } from '../../../domain/wire/suppliers.ts'
import type { ActionHandle, Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  type DataColumn,
  DataTable,
  EmptyState,
  LinkButton,
  Page,
  PageHeader,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { ConfirmAction } from '../../common/ConfirmAction.tsx'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { SupplierTabs } from '../common/SupplierTabs.tsx'
import styles from './view.module.css'

export interface ApiKeysViewProps {
  list: Loaded<ResponseOf<typeof listApiKeys>>
  table: Pick<Table, 'state' | 'change'>
  revoke: ActionHandle<ApiKeyWire>
  /** Whether the chart of a key lets the viewer take this one back. */
  mayRevoke: (key: ApiKeyWire) => boolean
}

const makeAddress = '/suppliers/keys/new'

/** The keys of a provider: what each may do, until when, and when it was last used. */
export function ApiKeysView({ list, table, revoke, mayRevoke }: ApiKeysViewProps) {
  const t = useMessages('suppliers')
  const text = useText()
  const make = (
    <LinkButton href={makeAddress} variant="primary" icon="plus">
      {t('keys.make')}
    </LinkButton>
  )
  const isEmpty = list.data?.keys.length === 0
  return (
    <Page
      steps={<SupplierTabs current="keys" />}
      header={
        <PageHeader title={t('keys.title')} actions={!isEmpty && make}>
          {t('keys.lead')}
        </PageHeader>
      }
    >
      <DataTable
        id="api-keys"
        caption={t('keys.caption')}
        isCaptionHidden
        columns={columnsOf(t, text)}
        rows={list.data?.keys ?? []}
        rowId={key => key.id}
        rowLabel={key => key.name}
        hasTwoLines
        state={table.state}
        onChange={table.change}
        status={list.status}
        stacks
        actions={key =>
          mayRevoke(key) && (
            <Button
              size="small"
              aria-label={t('keys.revokeOf', { name: key.name })}
              onPress={() => revoke.ask(key)}
            >
              {t('keys.revoke')}
            </Button>
          )
        }
        empty={
          <EmptyState title={t('keys.empty')} icon="lock" level={0} actions={make}>
            {t('keys.emptyHint')}
          </EmptyState>
        }
        failure={
          <LoadFailure title={t('keys.failed')} problem={list.problem} onRetry={list.retry} level={0} />
        }
      />
      <ConfirmAction
        action={revoke}
        title={t('keys.revoking.title', { name: revoke.action?.name ?? '' })}
        confirmLabel={t('keys.revoke')}
        tone="danger"
      >
        <p>{t('keys.revoking.text')}</p>
      </ConfirmAction>
    </Page>
  )
}

const tones: Readonly<Record<ApiKeyPlace, Tone>> = {
  NONE: 'neutral',
  ACTIVE: 'good',
  EXPIRED: 'attention',
  REVOKED: 'neutral',
}

const columnsOf = (t: Translate<'suppliers'>, text: ToText): readonly DataColumn<ApiKeyWire>[] => [
  {
    id: 'name',
    header: t('keys.columns.name'),
    value: key => key.name,
    cell: key => (
      <span className={styles.lines}>
        {key.name}
        <code className={styles.quiet}>{key.prefix}…</code>
      </span>
    ),
    isRowHeader: true,
    width: 'wide',
  },
  {
    id: 'scopes',
    header: t('keys.columns.scopes'),
    value: key => key.scopes.length,
    cell: key => key.scopes.map(scope => text(keyScopeLabel(scope))).join(', '),
    isSortable: false,
  },
  {
    id: 'state',
    header: t('keys.columns.state'),
    value: key => key.state,
    cell: key => <StatusTag tone={tones[key.state]}>{text(apiKeyPlaceLabel(key.state))}</StatusTag>,
  },
  {
    id: 'lastUsed',
    header: t('keys.columns.lastUsed'),
    value: key => key.lastUsed,
    cell: key => (key.lastUsed === null ? t('keys.neverUsed') : text(loggedAt(key.lastUsed))),
    kind: 'moment',
  },
  {
    id: 'expires',
    header: t('keys.columns.expires'),
    value: key => key.expires,
    cell: key => text(loggedAt(key.expires)),
    kind: 'moment',
  },
  {
    id: 'made',
    header: t('keys.columns.made'),
    value: key => key.made,
    cell: key => (
      <span className={styles.lines}>
        {text(loggedAt(key.made))}
        <span className={styles.quiet}>
          {key.revokedBy === null
            ? t('keys.madeBy', { name: key.madeBy })
            : t('keys.revokedBy', { name: key.revokedBy })}
        </span>
      </span>
    ),
    kind: 'moment',
  },
]
