import type { ReactNode } from 'react'
import { versionIncrements } from '../../../domain/version.ts'
import {
  applyConfiguration,
  type ContentWire,
  createSpecification,
  listRulesets,
  listSchemas,
  type RulesetWire,
} from '../../../domain/wire/specifications.ts'
import { PageTitle, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { type NewSpecificationHandle, useNewSpecification } from '../../../hooks/newSpecification.ts'
import { ok } from '../../../machines/support/index.ts'
import { type Message, useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, LinkButton, Page, PageHeader, Row, Select, Stack } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { ActionFailure, WhenLoaded } from '../../common/Loaded.tsx'
import { addresses } from '../common/addresses.ts'
import { ConfigurationStep } from '../common/ConfigurationStep.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import styles from './page.module.css'

const available = { query: { state: 'AVAILABLE' } }

/** Route `/management/specifications/specs/new` (specification 1 §2). */
export function Component() {
  const t = useMessages('management.specifications')
  const { may } = useViewer()
  const schemas = useResource(listSchemas, available)
  const rulesets = useResource(listRulesets, available)
  if (!may('management.specifications'))
    return <AccessDenied level={1} permission="management.specifications" />
  return (
    <>
      <PageTitle title={t('new.title')} />
      <WhenLoaded resource={schemas} loading={t('new.loading')} failed={t('new.loadFailed')} level={1}>
        {given => (
          <WhenLoaded resource={rulesets} loading={t('new.loading')} failed={t('new.loadFailed')} level={1}>
            {offered => <Making schemas={given.schemas} rulesets={offered.rulesets} />}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </>
  )
}

interface MakingProps {
  schemas: readonly ContentWire[]
  rulesets: readonly RulesetWire[]
}

function Making({ schemas, rulesets }: MakingProps) {
  const t = useMessages('management.specifications')
  const { call, navigate } = useServices()
  const making = useNewSpecification(
    { rulesets: rulesets.map(({ id, schema }) => ({ id, schemaId: schema.id })) },
    {
      create: ({ increment, ...chosen }) =>
        call(createSpecification, { body: { ...chosen, versionIncrement: increment } }),
      apply: async id => {
        const result = await call(applyConfiguration, { path: { id: String(id) } })
        return result.ok ? ok(undefined) : result
      },
    },
    () => navigate(addresses.specifications),
  )
  const title = making.isConfiguring ? t('new.created', { version: making.version ?? '' }) : t('new.title')
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="specifications" />}
      header={<PageHeader title={title}>{!making.isConfiguring && t('new.lead')}</PageHeader>}
      width="prose"
    >
      {making.isConfiguring ? (
        <ConfigurationStep onApply={making.apply} isApplying={making.isBusy} problem={making.problem} />
      ) : (
        <Choices making={making} schemas={schemas} rulesets={rulesets} />
      )}
    </Page>
  )
}

function Choices({ making, schemas, rulesets }: MakingProps & { making: NewSpecificationHandle }) {
  const t = useMessages('management.specifications')
  const { chosen, missing, problem } = making
  const hasRulesets = ({ id }: ContentWire) => rulesets.some(({ schema }) => schema.id === id)
  // A schema without rulesets is listed last.
  const ordered = schemas.toSorted((one, other) => Number(hasRulesets(other)) - Number(hasRulesets(one)))
  return (
    <Card>
      <Stack gap={4}>
        {problem && <ActionFailure title={t('new.failed')} problem={problem} />}
        <Choice fault={missing.schemaId}>
          <Select
            label={t('new.schema')}
            value={chosen.schemaId === null ? null : String(chosen.schemaId)}
            options={ordered.map(schema =>
              hasRulesets(schema)
                ? { id: String(schema.id), label: schema.version }
                : {
                    id: String(schema.id),
                    label: t('new.noRulesets', { version: schema.version }),
                    disabledReason: t('new.noRulesetsHelp'),
                  },
            )}
            onChange={id => making.pickSchema(Number(id))}
          />
        </Choice>
        <Choice fault={missing.rulesetId}>
          <Select
            label={t('new.ruleset')}
            value={chosen.rulesetId === null ? null : String(chosen.rulesetId)}
            options={
              chosen.schemaId === null
                ? [
                    {
                      id: 'none',
                      label: t('new.chooseSchemaFirst'),
                      disabledReason: t('new.chooseSchemaFirstHelp'),
                    },
                  ]
                : rulesets
                    .filter(({ schema }) => schema.id === chosen.schemaId)
                    .map(({ id, version }) => ({ id: String(id), label: version }))
            }
            {...(chosen.schemaId === null ? { placeholder: t('new.chooseSchemaFirst') } : {})}
            onChange={id => making.pickRuleset(Number(id))}
          />
        </Choice>
        <Choice fault={missing.increment}>
          <Select
            label={t('new.increment')}
            value={chosen.increment}
            options={versionIncrements.map(id => ({ id, label: t(`new.increment.${id}`) }))}
            onChange={id => {
              const increment = versionIncrements.find(one => one === id)
              if (increment) making.pickIncrement(increment)
            }}
          />
        </Choice>
        <Row gap={3}>
          <Button variant="primary" onPress={making.submit} isPending={making.isBusy}>
            {t('new.create')}
          </Button>
          <LinkButton href={addresses.specifications} variant="quiet">
            {t('new.cancel')}
          </LinkButton>
        </Row>
      </Stack>
    </Card>
  )
}

/** A choice with what is wrong with it. */
function Choice({ fault, children }: { fault: Message | undefined; children: ReactNode }) {
  const text = useText()
  return (
    <div className={styles.choice}>
      {children}
      {fault && (
        <p role="alert" className={styles.fault}>
          {text(fault)}
        </p>
      )}
    </div>
  )
}
