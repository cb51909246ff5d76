import { useParams } from 'react-router'
import { contentStateById, isReplaceable } from '../../../domain/content.ts'
import { listRulesetRules, type RulesetRuleWire } from '../../../domain/wire/ruleSource.ts'
import type { RulesetWire } from '../../../domain/wire/specifications.ts'
import { PageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  Dotted,
  EmptyState,
  Link,
  LinkButton,
  Page,
  PageHeader,
  Row,
  SearchField,
} from '../../../ui/index.ts'
import { isAbsent, LoadFailure, MissingPage } from '../../common/Loaded.tsx'
import { newAddresses, rulePath, rulesetPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'

function Actions({ ruleset: { id, state } }: { ruleset: RulesetWire }) {
  const t = useMessages('management.rule-source')
  const { may } = useViewer()
  return (
    <Row gap={2}>
      <LinkButton href={`${rulesetPath(String(id))}/difference`}>{t('rules.difference')}</LinkButton>
      {isReplaceable(contentStateById(state.id)?.name) && may('management.content') && (
        <LinkButton href={newAddresses.rulesets} icon="upload">
          {t('rules.replace')}
        </LinkButton>
      )}
    </Row>
  )
}

/** Route `/management/specifications/rulesets/:ruleset`: the rules of a ruleset, each with the way to its file. */
export function Component() {
  const { ruleset = '' } = useParams()
  const t = useMessages('management.rule-source')
  const list = useResource(listRulesetRules, { path: { id: ruleset } })
  const version = list.data?.ruleset.version
  const title = version === undefined ? t('rules.title') : t('rules.of', { version })
  const table = useTable('rulesetRules', tableDefaults())
  const sought = table.state.search.trim().toLowerCase()
  const columns: readonly DataColumn<RulesetRuleWire>[] = [
    {
      id: 'code',
      header: t('columns.code'),
      value: ({ code }) => code,
      cell: ({ code }) => (
        <Link href={rulePath(code, ruleset)}>
          <span translate="no">
            <Dotted code={code} />
          </span>
        </Link>
      ),
      isRowHeader: true,
      width: 'wide',
    },
    { id: 'name', header: t('columns.name'), value: ({ name }) => name, width: 'wide' },
    { id: 'entity', header: t('columns.entity'), value: ({ entity }) => entity },
    {
      id: 'kind',
      header: t('columns.kind'),
      value: ({ kind }) => (kind === 'operational' ? t('kind.operational') : t('kind.quality')),
    },
  ]
  if (isAbsent(list)) return <MissingPage problem={list.problem} />
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="rulesets" />}
      header={
        <PageHeader title={title} actions={list.data && <Actions ruleset={list.data.ruleset} />}>
          {t('rules.lead')}
        </PageHeader>
      }
    >
      <PageTitle title={title} />
      <DataTable
        id="ruleset-rules"
        caption={t('rules.title')}
        isCaptionHidden
        columns={columns}
        rows={(list.data?.rules ?? []).filter(({ code, name }) =>
          `${code} ${name}`.toLowerCase().includes(sought),
        )}
        rowId={({ code }) => code}
        rowLabel={({ code }) => code}
        state={table.state}
        onChange={table.change}
        status={list.status}
        stacks
        toolbar={
          <SearchField label={t('rules.search')} value={table.typed} onChange={table.type} isPageSearch />
        }
        empty={<EmptyState title={t('rules.empty')} level={0} />}
        failure={
          <LoadFailure title={t('rules.failed')} problem={list.problem} onRetry={list.retry} level={0} />
        }
      />
    </Page>
  )
}
