import { useMemo } from 'react'
import { listPublishedFields, type PublishedField } from '../../../domain/wire/published.ts'
import { useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  Badge,
  type DataColumn,
  DataTable,
  DescriptionList,
  Dotted,
  EmptyState,
  Link,
  PlainTable,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { TableSearch } from '../../common/ListTools.tsx'
import { LoadFailure } from '../../common/Loaded.tsx'
import { anchorPath } from '../addresses.ts'
import { Anchors, Change, type ItemLevel, type PartProps, Section } from './parts.tsx'

const defaults = tableDefaults({ pageSize: 25 })
const noRows: readonly PublishedField[] = []

/** The name of a field as rules and links write it. */
export const nameOf = ({ entity, field }: PublishedField): string => `${entity}.${field}`

/** How long a value is, in words. */
export const lengthText = (
  t: Translate<'published'>,
  { minLength, maxLength }: Pick<PublishedField, 'minLength' | 'maxLength'>,
): string => {
  if (maxLength === null) return minLength === null ? t('length.none') : t('length.from', { from: minLength })
  return minLength === maxLength
    ? t('length.exact', { length: maxLength })
    : t('length.range', { from: minLength ?? 0, to: maxLength })
}

/** How often a field stands in its record, in words. */
export const occurrenceText = (
  t: Translate<'published'>,
  { isRequired, isRepeatable }: Pick<PublishedField, 'isRequired' | 'isRepeatable'>,
): string => {
  if (isRequired) return isRepeatable ? t('occurrence.many') : t('occurrence.one')
  return isRepeatable ? t('occurrence.any') : t('occurrence.optional')
}

/** The data dictionary of a collection. */
export function Fields({ collection: { reference, before } }: PartProps) {
  const t = useMessages('published')
  const table = useTable('publishedFields', defaults)
  const { limit, offset } = table.parameters
  const { search } = table.state
  const list = useResource(listPublishedFields, {
    path: { reference },
    query: { limit: String(limit), offset: String(offset), ...(search === '' ? {} : { search }) },
  })
  const columns = useMemo(
    (): readonly DataColumn<PublishedField>[] => [
      {
        id: 'field',
        header: t('fields.name'),
        value: nameOf,
        cell: row => (
          <Row gap={2} isTight>
            <code translate="no">
              <Dotted code={nameOf(row)} />
            </code>
            {row.isKey && <Badge tone="neutral">{t('fields.key')}</Badge>}
          </Row>
        ),
        isRowHeader: true,
      },
      { id: 'description', header: t('fields.description'), value: row => row.description, width: 'wide' },
      { id: 'form', header: t('fields.form'), value: row => row.form },
      { id: 'length', header: t('fields.length'), value: row => lengthText(t, row) },
      { id: 'occurrence', header: t('fields.occurrence'), value: row => occurrenceText(t, row) },
      { id: 'rules', header: t('fields.rules'), value: row => row.rules.length, kind: 'number' },
      ...(before
        ? [
            {
              id: 'change',
              header: t('rules.change', { before: before.reference }),
              value: (row: PublishedField) => row.change,
              cell: (row: PublishedField) => <Change change={row.change} />,
            },
          ]
        : []),
    ],
    [t, before],
  )
  return (
    <DataTable
      id="publishedFields"
      caption={t('fields.caption')}
      isCaptionHidden
      columns={columns}
      rows={list.data?.fields ?? noRows}
      rowId={nameOf}
      rowLabel={nameOf}
      state={table.state}
      onChange={table.change}
      serverTotal={list.data?.paging.filteredTotal ?? 0}
      status={list.status}
      detail={row => <Field field={row} reference={reference} />}
      toolbar={<TableSearch label={t('search.dictionary')} table={table} />}
      empty={<EmptyState title={t('none')} level={0} />}
      failure={
        <LoadFailure title={t('fields.failed')} problem={list.problem} onRetry={list.retry} level={0} />
      }
    />
  )
}

/** What is said of one field. */
export function Field({
  field,
  reference,
  level,
}: {
  field: PublishedField
  reference: string
  level?: ItemLevel
}) {
  const t = useMessages('published')
  return (
    <Stack gap={4}>
      <DescriptionList
        items={[
          {
            id: 'link',
            term: t('fields.link'),
            value: <Link href={anchorPath(reference, nameOf(field))}>#{nameOf(field)}</Link>,
          },
        ]}
      />
      {field.codes.length > 0 && (
        <PlainTable
          caption={t('fields.codes')}
          columns={[
            {
              id: 'code',
              header: t('fields.code'),
              cell: ({ code }) => <code translate="no">{code}</code>,
              isRowHeader: true,
            },
            { id: 'label', header: t('fields.label'), cell: ({ label }) => label },
          ]}
          rows={field.codes}
          rowId={({ code }) => code}
          isBounded
        />
      )}
      <Section title={t('fields.readBy')} level={level}>
        {field.rules.length === 0 ? (
          <p>{t('fields.noRules')}</p>
        ) : (
          <Anchors reference={reference} names={field.rules} />
        )}
      </Section>
    </Stack>
  )
}
