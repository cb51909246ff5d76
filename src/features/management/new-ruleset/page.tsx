import { problem } from '../../../domain/problem.ts'
import { screenPermissions } from '../../../domain/routes.ts'
import {
  type CheckedRulesetWire,
  checkRuleset,
  publishRuleset,
  replaceRuleset,
} from '../../../domain/wire/publishing.ts'
import type { RulesetWire } from '../../../domain/wire/specifications.ts'
import { PageTitle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { err, ok, type Result } from '../../../machines/support/index.ts'
import { message, useMessages } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  Form,
  FormFiles,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { filesOf } from '../../common/attaching.ts'
import { ConfirmAction } from '../../common/ConfirmAction.tsx'
import { addresses, rulesetPath } from '../common/addresses.ts'
import { FileFaults } from '../common/FileFaults.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { Checked, ReplacementEffect } from './Checked.tsx'

/** What was checked: the bytes as they were then, also if the file changes on disk. */
interface CheckedFile {
  content: Blob
  found: CheckedRulesetWire
}

/** Route `/management/specifications/rulesets/new` (decisions §10): a ruleset is chosen, checked, and then published. */
export function Component() {
  const { may } = useViewer()
  const permission = screenPermissions.newRuleset
  return may(permission) ? <NewRuleset /> : <AccessDenied level={1} permission={permission} />
}

function NewRuleset() {
  const t = useMessages('management.content')
  const { call } = useServices()
  const checking = useAction(async (entered: FormData): Promise<Result<CheckedFile>> => {
    const [file] = filesOf(entered, 'document')
    if (!file) return err(problem('invalid', message('management.content', 'fileMissing')))
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return err(problem('invalid', message('management.content', 'fileChanged')))
    const content = new Blob([bytes])
    const found = await call(checkRuleset, { file: content })
    return found.ok ? ok({ content, found: found.value }) : found
  })
  const publishing = useAction(({ content, found }: CheckedFile): Promise<Result<RulesetWire>> => {
    const request = { query: { checkedHash: found.hash }, file: content }
    return found.replaces
      ? call(replaceRuleset, { ...request, path: { id: String(found.replaces.id) } })
      : call(publishRuleset, request)
  })
  const checked = checking.output
  const isReplacement = checked?.found.replaces != null
  const made = publishing.output
  const titleOf = ({ version }: RulesetWire) =>
    isReplacement ? t('replaced', { version }) : t('published', { version })
  const title = made ? titleOf(made) : t('rulesets.publish')
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="rulesets" />}
      header={<PageHeader title={title}>{!made && t('rulesets.publishLead')}</PageHeader>}
    >
      <PageTitle title={title} />
      {made ? (
        <Banner
          tone="good"
          title={t('published.next')}
          announced="status"
          actions={
            <>
              <LinkButton href={rulesetPath(String(made.id))}>{t('published.rules')}</LinkButton>
              <LinkButton href={addresses.rulesets}>{t('published.back.rulesets')}</LinkButton>
            </>
          }
        />
      ) : (
        <Stack gap={4}>
          {checking.problem && <FileFaults title={t('checkFailed')} problem={checking.problem} />}
          {publishing.problem && !publishing.isOpen && (
            <FileFaults title={t('publishFailed')} problem={publishing.problem} />
          )}
          <Form
            label={title}
            onSubmit={checking.run}
            onChange={() => {
              checking.dismiss()
              publishing.dismiss()
            }}
          >
            <Card>
              <FormFiles
                name="document"
                label={t('rulesets.file')}
                description={t('versionHelp.rulesets')}
                accept=".zip"
                isSingle
              />
            </Card>
            <Row gap={3}>
              <Button
                type="submit"
                variant={checked ? 'secondary' : 'primary'}
                isPending={checking.isRunning}
              >
                {t('check')}
              </Button>
              <Button
                variant={checked ? 'primary' : 'secondary'}
                onPress={() => {
                  if (checked) isReplacement ? publishing.ask(checked) : publishing.run(checked)
                }}
                isPending={publishing.isRunning}
                disabledReason={checked ? undefined : t('checkFirst')}
              >
                {isReplacement ? t('replace') : t('publish')}
              </Button>
              <LinkButton href={addresses.rulesets} variant="quiet">
                {t('cancel')}
              </LinkButton>
            </Row>
          </Form>
          {checked && <Checked found={checked.found} />}
        </Stack>
      )}
      <ConfirmAction
        action={publishing}
        title={t('replace.question', { version: checked?.found.version ?? '' })}
        confirmLabel={t('replace')}
        tone="danger"
      >
        {checked?.found.replaces && <ReplacementEffect replaces={checked.found.replaces} />}
      </ConfirmAction>
    </Page>
  )
}
