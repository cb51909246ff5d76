import type { ReactNode } from 'react'
import type { SpecificationWire } from '../../../domain/wire/specifications.ts'
import type { ActionHandle } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Button,
  Card,
  Columns,
  DescriptionList,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ConfirmAction } from '../../common/ConfirmAction.tsx'
import { ReprocessOffer } from '../bulk-run/ReprocessOffer.tsx'
import { specificationPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { SpecificationStateChoice, SpecificationStateTag } from '../common/SpecificationState.tsx'
import { NextStepAnswers, NextStepButtons, useNextSteps } from './NextSteps.tsx'
import { SideCards, useFormer } from './SideCards.tsx'

export interface SpecificationViewProps {
  specification: SpecificationWire
  onChanged: (specification: SpecificationWire) => void
  removal: ActionHandle<SpecificationWire>
  /** Its rules or fields. */
  children: ReactNode
}

/** A specification: what it is made of, who changed it, and its parts. */
export function SpecificationView({ specification, onChanged, removal, children }: SpecificationViewProps) {
  const t = useMessages('management.specification')
  const { id, version, state, schema, ruleset, isDeleteable } = specification
  const former = useFormer(specification)
  const steps = useNextSteps(specification, onChanged)
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="specifications" current={t('crumb')} />}
      header={
        <PageHeader
          title={version}
          status={<SpecificationStateTag state={state} />}
          actions={
            <Row gap={2}>
              {/* First, as it is loaded last: the row is aligned at its end, so no button moves under the pointer. */}
              {former && (
                <LinkButton href={`${specificationPath(id)}/difference`}>
                  {t('differenceTo', { version: former.version })}
                </LinkButton>
              )}
              <LinkButton href={`${specificationPath(id)}/tolerances`}>{t('toleranceTable')}</LinkButton>
              <LinkButton href={`${specificationPath(id)}/impact`}>{t('impact')}</LinkButton>
              {isDeleteable && (
                <Button icon="trash" onPress={() => removal.ask(specification)}>
                  {t('delete')}
                </Button>
              )}
              <NextStepButtons {...steps} />
            </Row>
          }
        />
      }
    >
      <NextStepAnswers {...steps} />
      <ReprocessOffer />
      <Columns layout="main-side">
        <Stack gap={4}>
          <Card>
            <DescriptionList
              layout="grid"
              items={[
                { id: 'version', term: t('version'), value: <strong>{version}</strong> },
                {
                  id: 'state',
                  term: t('state'),
                  value: <SpecificationStateChoice specification={specification} onChanged={onChanged} />,
                },
                { id: 'schema', term: t('schema'), value: schema.version },
                { id: 'ruleset', term: t('ruleset'), value: ruleset.version },
              ]}
            />
          </Card>
          {children}
        </Stack>
        <SideCards specification={specification} former={former} />
      </Columns>
      <ConfirmAction
        action={removal}
        title={t('deleteTitle', { version })}
        confirmLabel={t('delete')}
        cancelLabel={t('deleteCancel')}
        tone="danger"
      >
        <p>{t('deleteText')}</p>
      </ConfirmAction>
    </Page>
  )
}
