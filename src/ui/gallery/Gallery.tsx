import { useState } from 'react'
import { Announcer } from '../Announcer.tsx'
import { AppFrame, Page } from '../AppFrame.tsx'
import { StatusTag } from '../Badge.tsx'
import { Banner } from '../Banner.tsx'
import { Breadcrumbs } from '../Breadcrumbs.tsx'
import { Button, IconButton } from '../Button.tsx'
import { ComboBox } from '../ComboBox.tsx'
import { CopyId } from '../CopyId.tsx'
import { Dialog } from '../Dialog.tsx'
import { KeyDialogButton } from '../KeyDialogButton.tsx'
import { Menu } from '../Menu.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { Select } from '../Select.tsx'
import { ShortcutList } from '../ShortcutList.tsx'
import { Stepper } from '../Stepper.tsx'
import { isSingleKey } from '../singleKeys.ts'
import { Toasts } from '../Toasts.tsx'
import { applyTheme, type Theme } from '../theme.ts'
import { ActionSamples } from './ActionSamples.tsx'
import { ChartSamples } from './ChartSamples.tsx'
import { ContentSamples } from './ContentSamples.tsx'
import { FieldSamples } from './FieldSamples.tsx'
import { FileSamples } from './FileSamples.tsx'
import { groupedOptions, steps } from './samples.ts'
import { TableSamples } from './TableSamples.tsx'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Every component in a made-up market hall, to look at them together and to check them by axe. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>('system')
  const [stall, setStall] = useState('n1')
  return (
    <>
      <AppFrame
        product="Hall"
        homeHref="#"
        organisation={
          <ComboBox
            label="Stall"
            isLabelHidden
            variant="bare"
            icon="organisation"
            options={groupedOptions}
            value={stall}
            onChange={setStall}
          />
        }
        context={<StatusTag tone="neutral">Winter market</StatusTag>}
        user={
          <Menu
            label="Your account"
            trigger={<IconButton icon="user" label="Your account" />}
            items={[
              { id: 'who', items: [{ id: 'profile', label: 'Profile', icon: 'user', href: '#profile' }] },
              { id: 'out', items: [{ id: 'leave', label: 'Sign out', icon: 'arrowRight' }] },
            ]}
          />
        }
        navigationLabel="Main"
        navigation={[
          { id: 'a', label: 'Dashboard', href: '#a' },
          { id: 'b', label: 'Deliveries', href: '#b', isCurrent: true },
          { id: 'c', label: 'Weighing', href: '#c' },
          { id: 'd', label: 'Closing books', href: '#d' },
          { id: 'e', label: 'Management', href: '#e' },
        ]}
        footer="Hall, a made-up market for looking at components"
      >
        <Page
          breadcrumbs={
            <Breadcrumbs
              label="Breadcrumbs"
              crumbs={[
                { id: 'all', label: 'Deliveries', href: '#b' },
                { id: 'one', label: 'Ashby & Daughters (0001)', href: '#one' },
              ]}
            />
          }
          banner={
            <Banner
              tone="waiting"
              title="Scales are being checked"
              actions={<Button size="small">See why</Button>}
            >
              Deliveries can be brought in; they are weighed from 14:00.
            </Banner>
          }
          header={
            <PageHeader
              title="Delivery of 21 November"
              status={<StatusTag tone="attention">Short by 2 crates</StatusTag>}
              meta={
                <>
                  <CopyId value="5f0c1d9e-7a54-4f0b-9a41-b1d4a7c0e0ff" label="Delivery id" last={8} />
                  <span>Arrived 21/11/2026 09:42</span>
                </>
              }
              actions={
                <>
                  <Select
                    label="Colours"
                    isLabelHidden
                    options={themes.map(id => ({ id, label: id }))}
                    value={theme}
                    onChange={chosen => {
                      const next = themes.find(id => id === chosen) ?? 'system'
                      setTheme(next)
                      applyTheme(next, document.documentElement)
                    }}
                  />
                  <Button variant="primary" icon="check">
                    Accept delivery
                  </Button>
                </>
              }
            />
          }
          steps={<Stepper label="Way of the delivery" steps={steps} shown="check" />}
        >
          <TableSamples />
          <ChartSamples />
          <FileSamples />
          <ActionSamples />
          <FieldSamples />
          <ContentSamples />
        </Page>
      </AppFrame>
      <KeyDialogButton
        icon="help"
        title="Help"
        isKey={event => isSingleKey(event, '?')}
        dialog={close => (
          <Dialog title="Help" isOpen onClose={close} size="large">
            <ShortcutList
              shortcuts={[
                { keys: '/', does: 'Search the page' },
                { keys: '?', does: 'Show this list' },
              ]}
            />
          </Dialog>
        )}
      />
      <Announcer />
      <Toasts />
    </>
  )
}
