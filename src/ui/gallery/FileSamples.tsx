import { useState } from 'react'
import { StatusTag } from '../Badge.tsx'
import { Button } from '../Button.tsx'
import { DropZone } from '../DropZone.tsx'
import { FileCard } from '../FileCard.tsx'
import { Columns, Stack } from '../Layout.tsx'
import { ProgressBar } from '../ProgressBar.tsx'

export function FileSamples() {
  const [message, setMessage] = useState('')
  return (
    <Columns>
      <Stack>
        <DropZone
          label="Drop the packing list here"
          hint={message || 'One XML file, up to 40 MB.'}
          accept={['.xml']}
          onFiles={files => setMessage(files.map(({ name }) => name).join(', '))}
        />
        <DropZone
          label="Drop the packing list here"
          accept={['.xml']}
          onFiles={() => {}}
          disabledReason="The hall is closed for deliveries."
        />
      </Stack>
      <Stack>
        <FileCard
          name="packing-list-2026-11-21-north-hall-second-lorry.xml"
          size="40.0 MB"
          actions={<Button>Cancel</Button>}
        >
          <ProgressBar
            label="Bringing in the file"
            value={0.3075}
            amount="12.3 MB of 40.0 MB"
            detail="4.1 MB a second, 6–8 seconds left"
          />
        </FileCard>
        <FileCard
          name="packing-list.xml"
          size="38.1 MB"
          meta="Brought 21/11/2026 09:42"
          status={<StatusTag tone="good">Well-formed</StatusTag>}
          actions={
            <Button variant="quiet" icon="download">
              Download original file
            </Button>
          }
        />
        <FileCard
          name="list.xml"
          size="412 bytes"
          status={<StatusTag tone="failed">Line 12, column 4: tag not closed</StatusTag>}
        />
        <ProgressBar label="Checking rules" value={1} amount="312 of 312 rules" tone="good" />
        <ProgressBar label="Weighing" value={0.62} isLabelHidden size="small" />
      </Stack>
    </Columns>
  )
}
