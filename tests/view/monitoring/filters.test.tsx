import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createPreferences } from '../../../src/hooks/index.ts'
import { recordActors } from '../../../src/hooks/running/recordActors.ts'
import { openMonitoring } from '../support/monitoringPage.tsx'
import { analyst, type ShownOptions } from '../support/services.tsx'

describe('filters and saved views of the monitoring of a collection', () => {
  it('counts for each choice of a filter the rows that the other filters leave', async () => {
    const { user } = await openMonitoring({ at: '/monitoring/23056?ss.f.regulator=5016' })
    await user.click(screen.getByRole('button', { name: 'Awaiting action', expanded: false }))
    const choices = within(await screen.findByRole('dialog', { name: 'Awaiting action' }))
    expect(choices.getAllByRole('checkbox').map(box => box.closest('label')?.textContent)).toEqual([
      '--1',
      'Bedel1',
      'Provider1',
      'Statutory customer0',
    ])
  })

  it('narrows by filters that stand in the address, and gives them back one by one', async () => {
    const { user, listed, address } = await openMonitoring({
      at: '/monitoring/23056?ss.f.awaiting=2&ss.f.regulator=5016',
    })
    expect(listed()).toEqual(['Provider 0001'])
    await user.click(screen.getByRole('button', { name: /Remove .*Awaiting action.*Bedel/ }))
    expect(listed()).toEqual(['Provider 0004', 'Provider 0001', 'Provider 0003'])
    expect(address()).toBe('/monitoring/23056?ss.f.regulator=5016')
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    expect(listed()).toHaveLength(4)
  })

  it('exports and chooses for approval the rows in sight, in the order of the table', async () => {
    const exported: unknown[] = []
    const { user, listed } = await openMonitoring(
      { at: '/monitoring/23056?ss.f.regulator=5016' },
      {
        'POST /collections/{reference}/submissions/export text/csv': ({ body }: { body?: unknown }) => {
          exported.push(body)
          return ''
        },
      },
    )
    expect(listed()).toEqual(['Provider 0004', 'Provider 0001', 'Provider 0003'])
    await user.click(screen.getByRole('button', { name: 'Open issues' }))
    const inSight = listed()
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    await expect.poll(() => exported).toEqual([{ instIds: inSight.map(name => name?.slice(-4)) }])
    await user.click(await screen.findByRole('checkbox', { name: 'Select the 1 that you can approve' }))
    expect(screen.getByText(/^1 selected/)).toBeTruthy()
  })

  it('remembers the filters for this user until they are cleared; an address that names filters comes first', async () => {
    const preferences = createPreferences()
    const again = async (options: ShownOptions = {}) => {
      cleanup()
      return openMonitoring({ preferences, ...options })
    }
    const { user } = await openMonitoring({ preferences, at: '/monitoring/23056?ss.f.regulator=5016' })
    await user.click(screen.getByRole('button', { name: 'Awaiting action', expanded: false }))
    await user.click(await screen.findByRole('checkbox', { name: /^Bedel/ }))

    const back = await again()
    expect(back.listed()).toEqual(['Provider 0001'])
    expect(back.address()).toBe('/monitoring/23056?ss.f.awaiting=2&ss.f.regulator=5016')

    const named = await again({ at: '/monitoring/23056?ss.f.provider=0001&ss.f.provider=0003' })
    expect(named.listed()).toEqual(['Provider 0001', 'Provider 0003'])
    const other = await again({ user: { ...analyst, userId: 'another' } })
    expect(other.listed()).toHaveLength(4)

    const once = await again()
    expect(once.listed()).toHaveLength(1)
    await once.user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    expect(once.address()).toBe('/monitoring/23056')
    expect((await again()).listed()).toHaveLength(4)
  })

  it('keeps one state for the picture of the steps and the table', async () => {
    const begun: string[] = []
    const stop = recordActors(Date.now, entry => {
      if (entry.type === '@xstate.actor') begun.push(entry.name)
    })
    begun.splice(0)
    await openMonitoring()
    stop()
    const tables = begun.filter(name => name === 'tableState')
    // The other one says which sections are open.
    expect(tables).toHaveLength(2)
  })

  it('gives back by a press the step that is remembered, in the picture of the steps', async () => {
    const steps = [
      {
        step: { id: 4, name: 'Approval' },
        name: 'Approval',
        count: 2,
        needing: 1,
        need: 'awaitsAgency',
        latestSubmission: null,
      },
    ]
    const { user, listed, address } = await openMonitoring(
      {},
      { 'GET /collections/{reference}/step-summary': { steps } },
    )
    const press = () => user.click(within(picture).getByRole('link', { name: 'Approval' }))
    const picture = await screen.findByRole('figure', { name: 'Providers by step' })
    await user.click(screen.getByRole('button', { name: 'Step', expanded: false }))
    await user.click(await screen.findByRole('checkbox', { name: /^Approval/ }))
    await user.keyboard('{Escape}')
    await expect.poll(listed).toHaveLength(2)
    await press()
    await expect.poll(listed).toHaveLength(4)
    expect(address()).toBe('/monitoring/23056')
    await press()
    await expect.poll(address).toBe('/monitoring/23056?ss.f.step=4')
  })

  it('saves what is in sight as a view that can be gone to, shared and deleted, by this user alone', async () => {
    const preferences = createPreferences()
    const again = async (options: ShownOptions = {}) => {
      cleanup()
      const shown = await openMonitoring({ preferences, ...options })
      const before = shown.listed()
      await shown.user.click(screen.getByRole('button', { name: 'Saved views' }))
      const panel = within(await screen.findByRole('dialog', { name: 'Saved views' }))
      return { ...shown, before, panel }
    }
    const save = async ({ user, panel }: Awaited<ReturnType<typeof again>>, name: string) => {
      await user.type(panel.getByRole('textbox', { name: 'View name' }), name)
      await user.click(panel.getByRole('button', { name: 'Save this view' }))
      return panel.findByRole('link', { name: name.trim() })
    }
    const filtered = '/monitoring/23056?ss.hide=student-count&ss.f.awaiting=2'
    const first = await again({ at: filtered })
    expect(first.panel.getByText('No saved views yet.')).toBeTruthy()
    expect(first.panel.queryByRole('link')).toBeNull()
    await first.user.click(first.panel.getByRole('button', { name: 'Save this view' }))
    expect(first.panel.queryByRole('link')).toBeNull()
    expect((await save(first, '  Waits for us ')).getAttribute('aria-current')).toBe('true')

    // Its address brings it back, to others as well; what it filters by is remembered.
    const back = await again()
    expect(back.before).toHaveLength(4)
    const link = back.panel.getByRole('link', { name: 'Waits for us' })
    expect(link.getAttribute('href')).toBe(filtered)
    expect(link.getAttribute('aria-current')).toBeNull()
    await back.user.click(link)
    await expect.poll(back.listed).toEqual(['Provider 0001'])
    expect(back.address()).toBe(filtered)
    expect(within(back.table).queryByRole('columnheader', { name: 'Student count' })).toBeNull()
    expect(screen.queryByRole('dialog', { name: 'Saved views' })).toBeNull()
    const another = await again({ user: { ...analyst, userId: 'another' } })
    expect(another.panel.getByText('No saved views yet.')).toBeTruthy()

    const later = await again()
    expect(later.before).toEqual(['Provider 0001'])
    await later.user.click(later.panel.getByRole('button', { name: 'Delete the view Waits for us' }))
    expect(later.panel.getByText('No saved views yet.')).toBeTruthy()
    expect(preferences.getSnapshot().context.views).toEqual({})
  })
})
