import type { ReactNode } from 'react'
import {
  listPublishedDerived,
  listPublishedFields,
  listPublishedRules,
  type PublishedCollection,
} from '../../../domain/wire/published.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, DescriptionList, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { Field, lengthText, nameOf, occurrenceText } from './Fields.tsx'
import styles from './page.module.css'
import { Code, type PartProps } from './parts.tsx'
import { Rule } from './Rules.tsx'

/** Asked for at once: what is there is read while the rest is on its way. */
const atOnce = 100

/**
 * Every rule, field and derived field of a collection, unfolded and one after another: to be printed, or searched by the
 * browser.
 */
export function Whole({ collection }: PartProps) {
  const t = useMessages('published')
  const { ruleCount, fieldCount, derivedFieldCount } = collection
  return (
    <Stack gap={4}>
      <div data-screen-only>
        <Stack gap={2}>
          <p>{t('whole.lead')}</p>
          <div>
            <Button onPress={() => window.print()}>{t('files.print')}</Button>
          </div>
        </Stack>
      </div>
      <Chapter title={t('parts.rules')}>
        <Pages count={ruleCount}>{offset => <RulesFrom collection={collection} offset={offset} />}</Pages>
      </Chapter>
      <Chapter title={t('parts.dictionary')}>
        <Pages count={fieldCount}>{offset => <FieldsFrom collection={collection} offset={offset} />}</Pages>
      </Chapter>
      <Chapter title={t('parts.derived')}>
        <Pages count={derivedFieldCount}>
          {offset => <DerivedFrom collection={collection} offset={offset} />}
        </Pages>
      </Chapter>
    </Stack>
  )
}

/** A part that begins on a sheet of its own. */
function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.chapter} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Pages({ count, children }: { count: number; children: (offset: number) => ReactNode }) {
  const offsets = Array.from({ length: Math.ceil(count / atOnce) }, (_, page) => page * atOnce)
  return offsets.map(offset => (
    <div key={offset} className={styles.items}>
      {children(offset)}
    </div>
  ))
}

interface PageProps {
  collection: PublishedCollection
  offset: number
}

const requestOf = ({ collection: { reference }, offset }: PageProps) => ({
  path: { reference },
  query: { limit: String(atOnce), offset: String(offset) },
})

function RulesFrom(page: PageProps) {
  const t = useMessages('published')
  const list = useResource(listPublishedRules, requestOf(page))
  const { reference } = page.collection
  return (
    <WhenLoaded resource={list} loading={t('loading')} failed={t('rules.failed')} level={3}>
      {({ rules }) =>
        rules.map(rule => (
          <Item key={rule.code} title={rule.name} code={rule.code}>
            <Rule rule={rule} reference={reference} level={4} />
          </Item>
        ))
      }
    </WhenLoaded>
  )
}

function FieldsFrom(page: PageProps) {
  const t = useMessages('published')
  const list = useResource(listPublishedFields, requestOf(page))
  const { reference } = page.collection
  return (
    <WhenLoaded resource={list} loading={t('loading')} failed={t('fields.failed')} level={3}>
      {({ fields }) =>
        fields.map(field => (
          <Item key={nameOf(field)} title={field.description} code={nameOf(field)}>
            <DescriptionList
              items={[
                { id: 'form', term: t('fields.form'), value: field.form },
                { id: 'length', term: t('fields.length'), value: lengthText(t, field) },
                { id: 'occurrence', term: t('fields.occurrence'), value: occurrenceText(t, field) },
              ]}
            />
            <Field field={field} reference={reference} level={4} />
          </Item>
        ))
      }
    </WhenLoaded>
  )
}

function DerivedFrom(page: PageProps) {
  const t = useMessages('published')
  const list = useResource(listPublishedDerived, requestOf(page))
  return (
    <WhenLoaded resource={list} loading={t('loading')} failed={t('derived.failed')} level={3}>
      {({ derivedFields }) =>
        derivedFields.map(({ name, description, sql }) => (
          <Item key={name} title={description} code={name}>
            <Code title={t('derived.sql')} level={4}>
              {sql}
            </Code>
          </Item>
        ))
      }
    </WhenLoaded>
  )
}

/** One rule or field with its name. */
function Item({ title, code, children }: { title: string; code: string; children: ReactNode }) {
  return (
    <article className={styles.item}>
      <h3 className={styles.name}>
        <code translate="no">{code}</code> <span>{title}</span>
      </h3>
      {children}
    </article>
  )
}
