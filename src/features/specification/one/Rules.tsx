import { useMemo } from 'react'
import { listPublishedRules, type PublishedRule } from '../../../domain/wire/published.ts'
import { useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  DescriptionList,
  EmptyState,
  Link,
  PlainTable,
  Stack,
} from '../../../ui/index.ts'
import { Guidance } from '../../common/Guidance.tsx'
import { TableSearch } from '../../common/ListTools.tsx'
import { LoadFailure } from '../../common/Loaded.tsx'
import { anchorPath, itemPath } from '../addresses.ts'
import { Anchors, Change, Code, type ItemLevel, type PartProps, Section } from './parts.tsx'

const defaults = tableDefaults({ pageSize: 25 })
const noRows: readonly PublishedRule[] = []

/** The rules of a collection: found by words and SQL, opened one by one. */
export function Rules({ collection: { reference, before } }: PartProps) {
  const t = useMessages('published')
  const table = useTable('publishedRules', defaults)
  const { limit, offset } = table.parameters
  const { search } = table.state
  const list = useResource(listPublishedRules, {
    path: { reference },
    query: { limit: String(limit), offset: String(offset), ...(search === '' ? {} : { search }) },
  })
  const columns = useMemo(
    (): readonly DataColumn<PublishedRule>[] => [
      { id: 'code', header: t('rules.code'), value: row => row.code, kind: 'id', isRowHeader: true },
      { id: 'name', header: t('rules.name'), value: row => row.name, width: 'wide' },
      { id: 'kind', header: t('rules.kind'), value: row => t(`kind.${row.kind}`) },
      {
        id: 'tolerance',
        header: t('rules.tolerance'),
        value: row => [...new Set(row.tolerances.map(({ tolerance }) => tolerance))].join('; '),
      },
      ...(before
        ? [
            {
              id: 'change',
              header: t('rules.change', { before: before.reference }),
              value: (row: PublishedRule) => row.change,
              cell: (row: PublishedRule) => <Change change={row.change} />,
            },
          ]
        : []),
    ],
    [t, before],
  )
  return (
    <DataTable
      id="publishedRules"
      caption={t('rules.caption')}
      isCaptionHidden
      columns={columns}
      rows={list.data?.rules ?? noRows}
      rowId={row => row.code}
      rowLabel={row => row.code}
      state={table.state}
      onChange={table.change}
      serverTotal={list.data?.paging.filteredTotal ?? 0}
      status={list.status}
      detail={row => <Rule rule={row} reference={reference} />}
      toolbar={<TableSearch label={t('search.rules')} table={table} />}
      empty={<EmptyState title={t('none')} level={0} />}
      failure={
        <LoadFailure title={t('rules.failed')} problem={list.problem} onRetry={list.retry} level={0} />
      }
    />
  )
}

/** What is said of one rule. */
export function Rule({
  rule,
  reference,
  level,
}: {
  rule: PublishedRule
  reference: string
  level?: ItemLevel
}) {
  const t = useMessages('published')
  return (
    <Stack gap={4}>
      <p>{rule.requirement}</p>
      <DescriptionList
        items={[
          {
            id: 'link',
            term: t('rule.link'),
            value: <Link href={anchorPath(reference, rule.code)}>#{rule.code}</Link>,
          },
          ...(rule.guidanceUrl === ''
            ? []
            : [
                {
                  id: 'guidance',
                  term: t('rule.guidanceUrl'),
                  value: <Link href={rule.guidanceUrl}>{rule.guidanceUrl}</Link>,
                },
              ]),
          {
            id: 'history',
            term: t('rule.history'),
            value: rule.history.map(({ reference: other, code }, at) => (
              <span key={other}>
                {at > 0 && ', '}
                <Link href={itemPath(other, code)}>{other}</Link>
              </span>
            )),
          },
        ]}
      />
      {rule.guidance !== null && rule.guidance.length > 0 && (
        <Section title={t('rule.guidance')} level={level}>
          <Guidance blocks={rule.guidance} reference={reference} level={level === 4 ? 5 : 3} />
        </Section>
      )}
      <PlainTable
        caption={t('rule.tolerances')}
        columns={[
          { id: 'regulator', header: t('rule.regulator'), cell: ({ name }) => name, isRowHeader: true },
          { id: 'tolerance', header: t('rules.tolerance'), cell: ({ tolerance }) => tolerance },
        ]}
        rows={rule.tolerances}
        rowId={({ regulatorCode }) => regulatorCode}
      />
      <Code title={t('rule.population')} level={level}>
        {rule.population}
      </Code>
      {rule.failure !== '' && (
        <Code title={t('rule.failure')} level={level}>
          {rule.failure}
        </Code>
      )}
      <Section title={t('rule.fields')} level={level}>
        <Anchors reference={reference} names={rule.fieldsRead} />
      </Section>
      <PlainTable
        caption={t('rule.examples')}
        columns={[
          {
            id: 'outcome',
            header: t('rule.outcome'),
            cell: ({ example }) => t(`outcome.${example.outcome}`),
            isRowHeader: true,
          },
          {
            id: 'record',
            header: t('rule.record'),
            cell: ({ example: { record } }) =>
              record === '' ? (
                t('rule.asExample')
              ) : (
                <code translate="no">
                  {record.split('\n').map(line => (
                    <div key={line}>{line}</div>
                  ))}
                </code>
              ),
          },
          { id: 'because', header: t('rule.because'), cell: ({ example }) => example.because },
        ]}
        rows={rule.examples.map((example, at) => ({ example, at }))}
        rowId={({ at }) => String(at)}
      />
    </Stack>
  )
}
