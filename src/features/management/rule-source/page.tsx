import { useParams } from 'react-router'
import { type RuleFieldId, ruleFields } from '../../../domain/ruleSource.ts'
import { getRuleSource, type RuleSourceWire, runRule, saveRule } from '../../../domain/wire/ruleSource.ts'
import { useAddress } from '../../../hooks/address.ts'
import { usePageTitle, useResource, useServices } from '../../../hooks/index.ts'
import { useRuleSource } from '../../../hooks/ruleSource.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  CodeEditor,
  Columns,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
  TextField,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { rulePath, rulesetPath } from '../common/addresses.ts'
import { FileFaults } from '../common/FileFaults.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { RunShown } from './RunShown.tsx'

/** Route `/management/specifications/rules/:code?ruleset=…`. */
export function Component() {
  const { code = '' } = useParams()
  const ruleset = useAddress()[0].get('ruleset') ?? ''
  const t = useMessages('management.rule-source')
  usePageTitle(t('title', { code }))
  const source = useResource(getRuleSource, { path: { id: ruleset, code } })
  return (
    <WhenLoaded resource={source} loading={t('loading')} failed={t('loadFailed')} level={1}>
      {given => <RuleSource key={`${given.ruleset.id} ${given.code}`} source={given} />}
    </WhenLoaded>
  )
}

function RuleSource({ source }: { source: RuleSourceWire }) {
  const t = useMessages('management.rule-source')
  const { code, ruleset, isEditable } = source
  return (
    <Page
      breadcrumbs={
        <ManagementCrumbs
          parent="rulesets"
          within={{ label: ruleset.version, href: rulesetPath(String(ruleset.id)) }}
        />
      }
      header={
        <PageHeader title={code}>
          {isEditable
            ? t('lead', { version: ruleset.version })
            : t('readOnly', { state: ruleset.state.name })}
        </PageHeader>
      }
    >
      {isEditable ? <Editing source={source} /> : <Fields source={source} texts={source.texts} />}
    </Page>
  )
}

function Editing({ source }: { source: RuleSourceWire }) {
  const t = useMessages('management.rule-source')
  const { call } = useServices()
  const path = { id: String(source.ruleset.id), code: source.code }
  const rule = useRuleSource(source.texts, {
    run: (texts, signal) => call(runRule, { path, body: { texts }, signal }),
    save: texts => call(saveRule, { path, body: { texts } }),
  })
  if (rule.saved)
    return (
      <Banner
        tone="good"
        title={t('saved', { version: rule.saved.version })}
        announced="status"
        actions={<LinkButton href={rulePath(source.code, String(rule.saved.id))}>{t('goOn')}</LinkButton>}
      >
        {t('savedNext')}
      </Banner>
    )
  return (
    <Stack gap={4}>
      {rule.problem && <FileFaults title={t('failed')} problem={rule.problem} />}
      <Columns>
        <Fields source={source} texts={rule.entered} onEnter={rule.enter} />
        <Card title={t('examples')}>
          <RunShown result={rule.result} isStale={rule.isStale} />
        </Card>
      </Columns>
      <Row gap={3}>
        <Button
          variant="primary"
          onPress={rule.save}
          isPending={rule.isSaving}
          disabledReason={rule.canSave || rule.isSaving ? undefined : t('nothingChanged')}
        >
          {t('save')}
        </Button>
        <LinkButton href={rulesetPath(String(source.ruleset.id))} variant="quiet">
          {t('cancel')}
        </LinkButton>
      </Row>
    </Stack>
  )
}

interface FieldsProps {
  source: RuleSourceWire
  texts: RuleSourceWire['texts']
  /** Absent: they are only read. */
  onEnter?: (field: RuleFieldId, text: string) => void
}

function Fields({ source, texts, onEnter = () => undefined }: FieldsProps) {
  const t = useMessages('management.rule-source')
  return (
    <Card title={t('file')}>
      <Stack gap={4}>
        {ruleFields
          .filter(({ id }) => source.texts[id] !== undefined)
          .map(({ id, kind }) =>
            kind === 'words' ? (
              <TextField
                key={id}
                label={t(`fields.${id}`)}
                value={texts[id] ?? ''}
                onChange={text => onEnter(id, text)}
                kind={id === 'requirement' || id === 'finding' || id === 'hint' ? 'lines' : 'line'}
                isDisabled={!source.isEditable}
              />
            ) : (
              <CodeEditor
                key={id}
                label={t(`fields.${id}`)}
                {...(id === 'examples' ? { description: t('examplesHelp') } : {})}
                value={texts[id] ?? ''}
                onChange={text => onEnter(id, text)}
                language={kind === 'sql' ? 'sql' : 'plain'}
                isReadOnly={!source.isEditable}
              />
            ),
          )}
      </Stack>
    </Card>
  )
}
