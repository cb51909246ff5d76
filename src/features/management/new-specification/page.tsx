import { withParameter } from '../../../domain/addressFilters.ts'
import { referenceOfVersion } from '../../../domain/collection.ts'
import { loggedAt } from '../../../domain/dates.ts'
import { problem } from '../../../domain/problem.ts'
import { screenPermissions } from '../../../domain/routes.ts'
import { versionIncrements } from '../../../domain/version.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import {
  type ContentUseWire,
  type ContentWire,
  createSpecification,
  listRulesets,
  listSchemas,
  type RulesetWire,
} from '../../../domain/wire/specifications.ts'
import {
  type ActionHandle,
  PageTitle,
  useAction,
  useAddress,
  useResource,
  useServices,
  useViewer,
} from '../../../hooks/index.ts'
import { err, type Result } from '../../../machines/support/index.ts'
import { message, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  Columns,
  EmptyState,
  Form,
  LinkButton,
  notify,
  Page,
  PageHeader,
  RadioChoice,
  Row,
  Select,
} from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { ActionFailure, WhenLoaded } from '../../common/Loaded.tsx'
import { addresses, specificationPath } from '../common/addresses.ts'
import { CarriedChanges } from '../common/CarriedChanges.tsx'
import { useContentUse } from '../common/contentUse.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { SourceChoice } from '../common/SourceChoice.tsx'
import { type StartFrom, useStartFrom } from '../common/useStartFrom.ts'
import styles from './page.module.css'

const available = { query: { state: 'AVAILABLE' } }

/** Route `/management/specifications/specs/new` (specification 1 §2). */
export function Component() {
  const t = useMessages('management.specifications')
  const { may } = useViewer()
  const schemas = useResource(listSchemas, available)
  const rulesets = useResource(listRulesets, available)
  if (!may(screenPermissions.newSpecification))
    return <AccessDenied level={1} permission={screenPermissions.newSpecification} />
  return (
    <>
      <PageTitle title={t('new.title')} />
      <WhenLoaded resource={schemas} loading={t('new.loading')} failed={t('new.loadFailed')} level={1}>
        {given => (
          <WhenLoaded resource={rulesets} loading={t('new.loading')} failed={t('new.loadFailed')} level={1}>
            {offered => <NewSpecification schemas={given.schemas} rulesets={offered.rulesets} />}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </>
  )
}

interface Offered {
  schemas: readonly ContentWire[]
  rulesets: readonly RulesetWire[]
}

/** The choices in the address that are offered. A ruleset of another schema is ignored. */
const chosenIn = (address: URLSearchParams, { schemas, rulesets }: Offered) => {
  const schema = schemas.find(({ id }) => String(id) === address.get('schema'))
  const ofSchema = rulesets.filter(ruleset => ruleset.schema.id === schema?.id)
  return {
    schema: ofSchema.length > 0 ? schema : undefined,
    ofSchema,
    ruleset: ofSchema.find(({ id }) => String(id) === address.get('ruleset')),
    increment: versionIncrements.find(increment => increment === address.get('increment')),
  }
}

type Chosen = ReturnType<typeof chosenIn>

function NewSpecification(props: Offered) {
  const t = useMessages('management.specifications')
  const { call, navigate } = useServices()
  const [address] = useAddress()
  const { schema, ruleset } = chosenIn(address, props)
  const start = useStartFrom(
    schema && { reference: referenceOfVersion(schema.version), recordId: ruleset?.recordId ?? null },
    ruleset?.id,
  )
  const create = useAction(
    async ({
      schema,
      ruleset,
      increment,
    }: Chosen): Promise<Result<ResponseOf<typeof createSpecification>>> =>
      schema && ruleset && increment
        ? call(createSpecification, {
            body: { schemaId: schema.id, rulesetId: ruleset.id, versionIncrement: increment },
          })
        : err(problem('invalid', message('management.specifications', 'new.incomplete'))),
    {
      // Its page begins with the configuration step, so a reload or a link comes back to it.
      onDone: (_, { id, version }) => {
        notify({ tone: 'good', title: t('new.created', { version }) })
        navigate(`${specificationPath(id)}${start.query}`)
      },
    },
  )
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="specifications" />}
      header={<PageHeader title={t('new.title')}>{t('new.lead')}</PageHeader>}
    >
      <Columns layout="form-main">
        <Choices {...props} create={create} use={useContentUse()} start={start} />
        {ruleset ? (
          <CarriedChanges start={start} />
        ) : (
          <Card>
            <EmptyState title={t('carry.chooseFirst.title')} level={2}>
              {t('carry.chooseFirst')}
            </EmptyState>
          </Card>
        )}
      </Columns>
    </Page>
  )
}

function Choices({
  create,
  use,
  start,
  ...offered
}: Offered & {
  create: ActionHandle<Chosen, unknown>
  use: ContentUseWire | undefined
  start: StartFrom
}) {
  const t = useMessages('management.specifications')
  const text = useText()
  const hintOf = ({ id, updatedUtc, updatedBy }: RulesetWire): string =>
    t('new.rulesetHint', {
      rules: use?.rulesets.find(one => one.id === id)?.rules ?? 0,
      at: text(loggedAt(updatedUtc)),
      by: updatedBy,
    })
  const [address, change] = useAddress()
  const chosen = chosenIn(address, offered)
  const { schema, ruleset, ofSchema, increment } = chosen
  const next = use?.schemas.find(({ id }) => id === schema?.id)?.nextVersions
  const wanted = create.problem && create.action
  const isIncomplete = wanted && !(wanted.schema && wanted.ruleset && wanted.increment)
  /** The error of a choice that is missing; shown after the form was sent without it (specification 1 §5). */
  const missing = (choice: unknown, words: string) => (isIncomplete && !choice ? words : undefined)
  const choose = (name: string, value: string) =>
    change(former => withParameter(former, name, value), { replace: true })
  const hasRulesets = ({ id }: ContentWire) => offered.rulesets.some(one => one.schema.id === id)
  // A schema without rulesets is listed last.
  const ordered = offered.schemas.toSorted(
    (one, other) => Number(hasRulesets(other)) - Number(hasRulesets(one)),
  )
  return (
    <Card title={t('new.versions')} hint={t('new.allRequired')}>
      <Form label={t('new.form')} onSubmit={() => create.run(chosen)}>
        {!isIncomplete && <ActionFailure title={t('new.failed')} problem={create.problem} />}
        <Select
          label={t('new.schema')}
          value={schema ? String(schema.id) : null}
          error={missing(schema, t('new.schema.missing'))}
          options={ordered.map(one =>
            hasRulesets(one)
              ? { id: String(one.id), label: one.version }
              : {
                  id: String(one.id),
                  label: t('new.noRulesets', { version: one.version }),
                  disabledReason: t('new.noRulesetsHelp'),
                },
          )}
          onChange={id => choose('schema', id)}
        />
        <Select
          label={t('new.ruleset')}
          value={ruleset ? String(ruleset.id) : null}
          error={missing(ruleset, t('new.ruleset.missing'))}
          options={
            schema
              ? ofSchema.map(one => ({
                  id: String(one.id),
                  label: one.version,
                  ...(use && { hint: hintOf(one) }),
                }))
              : [
                  {
                    id: 'none',
                    label: t('new.chooseSchemaFirst'),
                    disabledReason: t('new.chooseSchemaFirstHelp'),
                  },
                ]
          }
          {...(!schema && { placeholder: t('new.chooseSchemaFirst') })}
          onChange={id => choose('ruleset', id)}
        />
        {start.source && start.changes.data && (
          <p className={styles.note}>
            {t('new.rulesSince', { ...start.changes.data.rules, version: start.source.version })}
          </p>
        )}
        <RadioChoice
          label={t('new.increment')}
          frames="row"
          value={increment ?? ''}
          error={missing(increment, t('new.increment.missing'))}
          options={versionIncrements.map(id => ({
            id,
            label: t(`new.increment.${id}`),
            ...(next && { hint: next[id] }),
          }))}
          onChange={id => choose('increment', id)}
        />
        {ruleset && <SourceChoice start={start} use={use} />}
        <Row gap={3}>
          <Button type="submit" variant="primary" isPending={create.isRunning}>
            {t('new.create')}
          </Button>
          <LinkButton href={addresses.specifications} variant="quiet">
            {t('new.cancel')}
          </LinkButton>
        </Row>
        <p className={styles.note}>{t('new.next')}</p>
      </Form>
    </Card>
  )
}
