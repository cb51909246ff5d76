import { listDerivedFields, type SpecificationWire } from '../../../domain/wire/specifications.ts'
import { useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { Parts } from './Parts.tsx'

/** The derived fields of a specification. */
export function FieldList({ specification: { id } }: { specification: SpecificationWire }) {
  const t = useMessages('management.specification')
  const table = useTable('specificationDerivedFields', tableDefaults())
  const { limit, offset } = table.parameters
  const filter = table.state.search
  const list = useResource(listDerivedFields, {
    path: { id: String(id) },
    query: { limit: String(limit), offset: String(offset), ...(filter === '' ? {} : { filter }) },
  })
  return (
    <WhenLoaded
      resource={list}
      loading={t('fieldsLoading')}
      failed={t('fieldsFailed')}
      sketch="rows"
      level={2}
    >
      {({ derivedFields, pagingMetadata: { total, filteredTotal, totalDerivedFields } }) => (
        <Parts
          current="fields"
          href={specificationPath(id)}
          counts={{ rules: total, fields: totalDerivedFields }}
          table={table}
          counted={t('fieldsCounted', { left: filteredTotal, total: totalDerivedFields })}
          filteredTotal={filteredTotal}
          loading={t('fieldsLoading')}
          status={list.status}
          items={derivedFields.map(field => ({
            id: field.id,
            title: field.name,
            children: <p>{field.description}</p>,
          }))}
        />
      )}
    </WhenLoaded>
  )
}
