import { describe, expect, it } from 'vitest'
import { createPreferences } from './preferences.ts'

const storageWith = (first?: string) => {
  const kept = new Map(first === undefined ? [] : [['bedel.preferences', first]])
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

const nothingChosen = { theme: 'system', hasSingleKeys: true, density: 'normal', filters: {}, views: {} }

describe('what a browser remembers', () => {
  it('comes back on the next visit', () => {
    const storage = storageWith()
    const { trigger } = createPreferences(storage)
    trigger.themeChosen({ theme: 'dark' })
    trigger.singleKeysTurned({ isOn: false })
    trigger.densityChosen({ density: 'compact' })
    trigger.filtersChosen({ page: 'ann monitoring', filters: { state: ['25'] } })
    trigger.viewSaved({ table: 'ann ss', view: { name: 'Late', address: 'ss.f.state=25' } })
    expect(createPreferences(storage).getSnapshot().context).toEqual({
      theme: 'dark',
      hasSingleKeys: false,
      density: 'compact',
      filters: { 'ann monitoring': { state: ['25'] } },
      views: { 'ann ss': [{ name: 'Late', address: 'ss.f.state=25' }] },
    })
  })

  it('keeps that a filter was emptied', () => {
    const storage = storageWith()
    const filters = { status: [] }
    createPreferences(storage).trigger.filtersChosen({ page: 'ann issues', filters })
    expect(createPreferences(storage).getSnapshot().context.filters).toEqual({ 'ann issues': filters })
  })

  it('forgets a page without filters, and no other', () => {
    const preferences = createPreferences(storageWith())
    preferences.trigger.filtersChosen({ page: 'ann monitoring', filters: { state: ['25'] } })
    preferences.trigger.filtersChosen({ page: 'bob monitoring', filters: { state: ['28'] } })
    preferences.trigger.filtersChosen({ page: 'ann monitoring', filters: {} })
    expect(preferences.getSnapshot().context.filters).toEqual({ 'bob monitoring': { state: ['28'] } })
  })

  it('keeps the views of a table by their names, in their order, until they are deleted', () => {
    const preferences = createPreferences(storageWith())
    const { viewSaved, viewDeleted } = preferences.trigger
    const views = () => preferences.getSnapshot().context.views
    viewSaved({ table: 'ann ss', view: { name: 'ours', address: 'ss.f.awaiting=2' } })
    viewSaved({ table: 'ann ss', view: { name: 'Late', address: 'ss.f.state=25' } })
    viewSaved({ table: 'bob ss', view: { name: 'Late', address: '' } })
    viewSaved({ table: 'ann ss', view: { name: 'Late', address: 'ss.f.state=28' } })
    const late = { name: 'Late', address: 'ss.f.state=28' }
    expect(views()['ann ss']).toEqual([late, { name: 'ours', address: 'ss.f.awaiting=2' }])
    viewDeleted({ table: 'ann ss', name: 'ours' })
    viewDeleted({ table: 'bob ss', name: 'Late' })
    expect(views()).toEqual({ 'ann ss': [late] })
  })

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    [
      'another shape',
      '{"context":{"theme":"pink","density":7,"filters":{"a":"b"},"views":{"a":[7]}},"version":0}',
    ],
  ])('begins as if nobody had chosen where there is %s', (_, first) => {
    expect(createPreferences(storageWith(first)).getSnapshot().context).toEqual(nothingChosen)
  })

  it('lasts as long as the page where nothing can be stored', () => {
    const full = () => {
      throw new Error('The quota is used up.')
    }
    const preferences = createPreferences({ ...storageWith(), setItem: full })
    preferences.trigger.themeChosen({ theme: 'dark' })
    expect(preferences.getSnapshot().context.theme).toBe('dark')
  })
})
