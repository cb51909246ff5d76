import AxeBuilder from '@axe-core/playwright'
import axe from 'axe-core'
import { expect, test } from '../support/fixtures.ts'
import { quickAxe } from './quickAxe.ts'

/** Texts in every way of writing a colour: of each pair the second is too pale for its ground. */
const colours = [
  ['black', 'white'],
  ['#ccc', 'white'],
  ['oklch(0.3 0.05 235)', 'oklch(0.98 0.003 225)'],
  ['oklch(0.8 0.05 235)', 'oklch(0.98 0.003 225)'],
  ['rgb(0 0 0 / 0.9)', 'oklch(0.98 0.003 225)'],
  ['rgb(0 0 0 / 0.2)', 'oklch(0.98 0.003 225)'],
  ['color-mix(in oklab, black, white 10%)', 'rgb(250 250 250)'],
  ['color-mix(in oklab, black, white 80%)', 'rgb(250 250 250)'],
]

const texts = colours.map(([text, ground], index) => {
  const style = `color: ${text}; background: ${ground}`
  return `<p id="text-${index}" style="${style}">One line <b>of text</b> in a colour</p>`
})
// Each colour comes a second time, when it is known.
const body = `<main><h1>Colours</h1>${texts.join('')}${texts.join('').replaceAll('text-', 'again-')}<img src="/x.png"></main>`

test('the quick axe finds what axe finds', async ({ page }) => {
  const foundBy = async (axeSource: string) => {
    await page.setContent(`<html lang="en"><title>Colours</title><body>${body}</body></html>`)
    const { violations } = await new AxeBuilder({ page, axeSource }).setLegacyMode(true).analyze()
    return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target, any }) => [target, any]) }))
  }
  const quick = await foundBy(quickAxe)
  expect(quick).toEqual(await foundBy(axe.source))
  expect(quick.map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'image-alt']))
  const pale = quick.find(({ id }) => id === 'color-contrast')
  expect(pale?.at.map(([target]) => String(target))).toEqual(
    expect.arrayContaining(
      ['text', 'again'].flatMap(name => [1, 3, 5, 7].map(index => expect.stringMatching(`${name}-${index}`))),
    ),
  )
})
