import { bytes } from '../../../domain/bytes.ts'
import { loggedAt } from '../../../domain/dates.ts'
import type { WorkbookStatus } from '../../../domain/wire/workbooks.ts'
import {
  fieldNamed,
  isUnderWay,
  isWorkbookGivenUp,
  isWorkbookNew,
  isWorkbookReady,
  mostWorkbooks,
} from '../../../domain/workbook.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, ComboBox, Dialog, ProgressBar, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import type { WorkbookHandle } from './useWorkbooks.ts'

/** Asks for a workbook of the failing records, shows how far it is, and gives it (specification 2 §2.9). */
export function WorkbookDialog({ handle }: { handle: WorkbookHandle }) {
  const t = useMessages('submissions.qualityParts')
  const { kind, workbook } = handle
  const isReady = isWorkbookReady(workbook?.state)
  return (
    <Dialog
      title={t(kind === 'divided' ? 'workbook.dividedTitle' : 'workbook.title')}
      isOpen={kind !== undefined}
      onClose={handle.close}
      actions={
        <>
          <Button onPress={handle.close}>{t('workbook.close')}</Button>
          {isReady ? (
            <Button
              variant="primary"
              icon="download"
              isPending={handle.isDownloading}
              onPress={handle.download}
            >
              {t('workbook.download')}
            </Button>
          ) : (
            <Button
              variant="primary"
              isPending={handle.isMaking || isWaiting(workbook)}
              disabledReason={
                handle.canMake || isWaiting(workbook)
                  ? undefined
                  : t(handle.listProblem ? 'workbook.listFailed' : 'workbook.chooseFirst')
              }
              onPress={handle.make}
            >
              {t(isWorkbookGivenUp(workbook?.state) ? 'workbook.again' : 'workbook.make')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        <p>{t(kind === 'divided' ? 'workbook.dividedText' : 'workbook.text')}</p>
        {kind === 'divided' && <FieldChoice handle={handle} />}
        <p>{t('workbook.personalData')}</p>
        {workbook && <Progress workbook={workbook} />}
        <ActionFailure
          title={t('workbook.listFailed')}
          problem={handle.listProblem}
          onRetry={handle.askAgain}
        />
        <ActionFailure title={t('workbook.failed')} problem={handle.problem} />
      </Stack>
    </Dialog>
  )
}

const isWaiting = (workbook: WorkbookStatus | undefined): boolean =>
  workbook !== undefined && isUnderWay(workbook.state)

function FieldChoice({ handle: { fields = [], field, onField } }: { handle: WorkbookHandle }) {
  const t = useMessages('submissions.qualityParts')
  return (
    <ComboBox
      label={t('workbook.field')}
      description={t('workbook.fieldHint', { most: mostWorkbooks })}
      options={fields.map(id => ({ id, label: fieldNamed(id).name, hint: fieldNamed(id).entity }))}
      value={field ?? null}
      onChange={onField}
    />
  )
}

function Progress({ workbook }: { workbook: WorkbookStatus }) {
  const t = useMessages('submissions.qualityParts')
  const text = useText()
  const { state, done, total, size, madeAt, reason } = workbook
  if (isWorkbookGivenUp(state)) return <Banner tone="failed" title={reason ?? t('workbook.failed')} />
  if (isWorkbookReady(state) && size !== null && madeAt !== null)
    return (
      <Banner
        tone="good"
        title={t('workbook.ready', {
          size: text(bytes(size)),
          made: text(loggedAt(madeAt)),
          records: total ?? 0,
        })}
      />
    )
  return (
    <ProgressBar
      label={t(isWorkbookNew(state) ? 'workbook.waiting' : 'workbook.making')}
      value={total ? done / total : 0}
      {...(total === null ? {} : { amount: t('workbook.amount', { done, total }) })}
      detail={t('workbook.mayClose')}
    />
  )
}
