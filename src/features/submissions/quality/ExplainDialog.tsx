import { bytes } from '../../../domain/bytes.ts'
import { limits } from '../../../domain/limits.ts'
import {
  attachToExplanation,
  explainRules,
  getLastExplanation,
  listColleagues,
} from '../../../domain/wire/issues.ts'
import { useAction, useResource, useServices } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, ConfirmDialog, FormField, FormFiles, notify, Select, Stack } from '../../../ui/index.ts'
import { attachmentsIn, sendFiles } from '../../common/attaching.ts'
import { LastExplanation } from '../../common/LastExplanation.tsx'
import type { RuleChoice } from './useRuleChoice.ts'

const nobody = '-'

export interface ExplainDialogProps {
  choice: RuleChoice
  submissionId: string
}

/** One explanation for all rules that are chosen, with files beside it and a colleague who looks after them. */
export function ExplainDialog({ choice, submissionId }: ExplainDialogProps) {
  const t = useMessages('issues')
  const text = useText()
  const { call, postFile } = useServices()
  const { chosen, assignee } = choice
  const colleagues = useResource(listColleagues, {})
  const path = { uuid: submissionId }
  // Of several rules each may have had its own.
  const [only = '', ...others] = chosen
  const former = useResource(
    getLastExplanation,
    others.length === 0 ? { path, query: ruleOfChoice(only) } : undefined,
  )
  const last = former.data?.lastExplanation ?? undefined
  const explaining = useAction(
    async (entered: FormData) => {
      const attachments = await sendFiles(
        attachmentsIn(entered, 'files'),
        body => call(attachToExplanation, { path, body }),
        postFile,
      )
      return call(explainRules, {
        path,
        body: {
          rules: chosen.map(ruleOfChoice),
          text: String(entered.get('text') ?? '').trim(),
          attachments,
          ...(assignee === undefined ? {} : { userId: assignee }),
        },
      })
    },
    {
      onDone: (_, { explained }) => {
        notify({ tone: 'good', title: t('rules.done', { count: explained }) })
        choice.clear()
      },
    },
  )
  const { problem } = explaining
  return (
    <ConfirmDialog
      title={t('rules.title', { count: chosen.length })}
      isOpen
      confirmLabel={t('rules.send')}
      cancelLabel={t('rules.cancel')}
      isPending={explaining.isRunning}
      onConfirm={() => {}}
      onSubmit={explaining.run}
      onCancel={choice.close}
    >
      <Stack gap={3}>
        <p>{t('rules.lead', { count: chosen.length })}</p>
        {last && <LastExplanation last={last} onUse={choice.useLast} />}
        <FormField
          key={last && choice.usesLast ? 'last' : 'own'}
          name="text"
          label={t('write.explanation')}
          isRequired
          maxLength={limits.issueText}
          kind="lines"
          defaultValue={choice.usesLast ? last?.text : undefined}
        />
        <FormFiles
          name="files"
          label={t('write.files')}
          description={t('write.filesHint', {
            count: limits.issueAttachments,
            size: text(bytes(limits.issueAttachmentBytes)),
          })}
        />
        <Select
          label={t('rules.assignee')}
          value={assignee ?? nobody}
          onChange={userId => choice.onAssignee(userId === nobody ? undefined : userId)}
          options={[
            { id: nobody, label: t('rules.asItIs') },
            ...(colleagues.data?.colleagues ?? []).map(({ userId, name }) => ({ id: userId, label: name })),
          ]}
        />
        {problem && (
          <Banner tone="failed" title={t('write.failed')}>
            {problem.errors.length > 1 ? (
              <ul>
                {problem.errors.map(({ field, message }) => (
                  <li key={field}>{`${codeAt(chosen, field)}: ${text(message)}`}</li>
                ))}
              </ul>
            ) : (
              <p>{text(problem.reason)}</p>
            )}
          </Banner>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

/** The rule and the regulator of a line that is chosen. */
const ruleOfChoice = (id: string) => {
  const [validationCode = '', regulatorCode = ''] = id.split(' ')
  return { validationCode, regulatorCode }
}

/** The code of the rule that a refusal is about, by its place in what was sent. */
const codeAt = (chosen: readonly string[], field: string): string => {
  const place = Number(field.split('.').at(-1))
  return ruleOfChoice(chosen[place] ?? field).validationCode
}
