import { useState } from 'react'
import { Accordion } from '../Accordion.tsx'
import { Badge, StatusTag } from '../Badge.tsx'
import { Button, IconButton } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { DescriptionList } from '../DescriptionList.tsx'
import { ConfirmDialog, Dialog } from '../Dialog.tsx'
import { Columns, Row, Stack } from '../Layout.tsx'
import { LinkButton } from '../LinkButton.tsx'
import { LinkTabs } from '../LinkTabs.tsx'
import { Menu } from '../Menu.tsx'
import { notify } from '../notify.ts'

export function ActionSamples() {
  const [expanded, setExpanded] = useState<string[]>(['first'])
  const [open, setOpen] = useState<'none' | 'dialog' | 'confirm'>('none')
  return (
    <Stack gap={6}>
      <Card title="Buttons" hint="Each with its states">
        <Stack gap={3}>
          <Row>
            <Button variant="primary">Accept</Button>
            <Button variant="primary" icon="upload">
              Bring in a file
            </Button>
            <Button variant="primary" isPending>
              Accepting
            </Button>
            <Button variant="primary" disabledReason="The terms must be accepted first.">
              Send for approval
            </Button>
            <Button variant="primary" isDisabled>
              Disabled
            </Button>
          </Row>
          <Row>
            <Button>Secondary</Button>
            <Button icon="search" iconEnd="chevronDown">
              With icons
            </Button>
            <Button disabledReason="Only the newest delivery can be changed.">Change</Button>
            <Button variant="quiet">Quiet</Button>
            <Button variant="quiet" disabledReason="Nothing to compare with yet.">
              Compare
            </Button>
            <Button variant="danger">Refuse delivery</Button>
            <LinkButton href="#there" iconEnd="arrowRight">
              Go on to price
            </LinkButton>
            <IconButton icon="refresh" label="Refresh" />
            <IconButton
              icon="cross"
              label="Remove"
              variant="secondary"
              disabledReason="It has been accepted already."
            />
            <Menu label="More actions" items={[{ id: 'a', label: 'Print', hint: 'With all crates' }]} />
          </Row>
          <Row>
            <Button size="small">Small</Button>
            <Button size="small" variant="primary">
              Small
            </Button>
            <Button size="large" variant="primary" icon="arrowRight">
              Large
            </Button>
            <Button onPress={() => setOpen('dialog')}>Open dialog</Button>
            <Button onPress={() => setOpen('confirm')}>Ask to confirm</Button>
            <Button
              onPress={() =>
                notify({ tone: 'good', title: 'Delivery accepted', text: 'The stall has been told.' })
              }
            >
              Notify
            </Button>
          </Row>
        </Stack>
      </Card>
      <Row>
        <StatusTag tone="neutral">Not started</StatusTag>
        <StatusTag tone="waiting">Being weighed</StatusTag>
        <StatusTag tone="good">Accepted</StatusTag>
        <StatusTag tone="attention">Short by 2 crates</StatusTag>
        <StatusTag tone="failed">Refused</StatusTag>
        <StatusTag tone="failed" variant="plain">
          Refused
        </StatusTag>
        <StatusTag tone="good" variant="plain">
          Accepted
        </StatusTag>
        <Badge>12</Badge>
        <Badge tone="accent">3</Badge>
        <Badge tone="attention">4 late</Badge>
      </Row>
      <Columns>
        <Accordion
          level={3}
          expanded={expanded}
          onChange={setExpanded}
          items={[
            {
              id: 'first',
              title: 'Winter market',
              hint: '01/11/2026 – 31/12/2026',
              summary: <StatusTag tone="good">Open</StatusTag>,
              actions: (
                <Menu
                  label="More actions for Winter market"
                  items={[{ id: 'log', label: 'Log of the market' }]}
                />
              ),
              children: 'Twelve stalls in the north hall, four in the courtyard.',
            },
            {
              id: 'second',
              title: 'Summer market',
              hint: '01/06/2026 – 31/08/2026',
              summary: <StatusTag tone="neutral">Closed</StatusTag>,
              children: () => 'Nothing left to do.',
            },
          ]}
        />
        <Card>
          <DescriptionList
            items={[
              { id: 'a', term: 'Weighed by', value: 'Ffion Rhys' },
              { id: 'b', term: 'Scales', value: 'North 2' },
              { id: 'c', term: 'Difference', value: '−2 crates' },
            ]}
          />
        </Card>
      </Columns>
      <LinkTabs
        label="Sections"
        tabs={[
          { id: 'a', label: 'List', href: '#list', isCurrent: true },
          { id: 'b', label: 'Schemas', count: 3, href: '#schemas' },
          { id: 'c', label: 'Rulesets', href: '#rulesets' },
        ]}
      />
      <Dialog
        title="What was weighed"
        isOpen={open === 'dialog'}
        onClose={() => setOpen('none')}
        actions={<Button onPress={() => setOpen('none')}>Close</Button>}
      >
        <p>Every crate is weighed once, on the scales of its hall.</p>
      </Dialog>
      <ConfirmDialog
        title="Confirmation required!"
        isOpen={open === 'confirm'}
        confirmLabel="Refuse delivery"
        tone="danger"
        onConfirm={() => setOpen('none')}
        onCancel={() => setOpen('none')}
      >
        <p>The stall will be told at once. You cannot undo this action.</p>
        <DescriptionList
          items={[
            { id: 'stall', term: 'Stall', value: 'Ashby & Daughters' },
            { id: 'market', term: 'Market', value: 'Winter market' },
          ]}
        />
      </ConfirmDialog>
    </Stack>
  )
}
