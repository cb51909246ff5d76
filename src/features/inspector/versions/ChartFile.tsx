import type { ChartFileHandle } from '../../../hooks/openedChart.ts'
import type { ChartFault } from '../../../machines/inspection/readChart.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import { Banner, Button, DropZone, Row, Stack } from '../../../ui/index.ts'

/** Takes a changed chart as the later version. The file stays in the browser. */
export function ChartFile({ opened, refused, open, close }: ChartFileHandle) {
  const t = useMessages('inspector.versions')
  return (
    <Stack gap={3}>
      {opened ? (
        <Row gap={3} align="center">
          <p role="status">{t('file.used', { file: opened.name })}</p>
          <Button size="small" onPress={close}>
            {t('file.remove')}
          </Button>
        </Row>
      ) : (
        <DropZone
          label={t('file.label')}
          hint={t('file.hint')}
          accept={['.json']}
          onFiles={([file]) => file && void open(file)}
        />
      )}
      {refused && (
        <Banner tone="failed" title={t('file.refused', { file: refused.name })} announced="alert">
          {faultText(t, refused.fault)}
        </Banner>
      )}
    </Stack>
  )
}

const faultText = (t: Translate<'inspector.versions'>, fault: ChartFault): string => {
  switch (fault.code) {
    case 'tooLarge':
      return t('file.faults.tooLarge', { megabytes: fault.megabytes })
    case 'notJson':
      return t('file.faults.notJson', { detail: fault.detail })
    case 'noChart':
      return t('file.faults.noChart')
    case 'otherChart':
      return t('file.faults.otherChart', { found: fault.found, expected: fault.expected })
    case 'shape':
      return t('file.faults.shape', { place: fault.place, expected: fault.expected })
    case 'unknownState':
      return t('file.faults.unknownState', { transition: fault.transition, state: fault.state })
    case 'notAMachine':
      return t('file.faults.notAMachine', { detail: fault.detail })
  }
}
