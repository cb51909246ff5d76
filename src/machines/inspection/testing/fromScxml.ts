import type { Chart, ChartState, ChartTransition } from '../chart.ts'

/* Reads what `toScxml` writes: a chart that comes back whole has lost nothing on its way. */

interface Tag {
  name: string
  attributes: Record<string, string>
  children: Tag[]
}

const plain = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|#10|#13|#9);/g,
    (_, name: string) =>
      ({ amp: '&', lt: '<', gt: '>', quot: '"', '#10': '\n', '#13': '\r', '#9': '\t' })[name] ?? '',
  )

/** Reads the elements of a document of the form that `toScxml` writes. Throws on anything that is not closed. */
const parse = (document: string): Tag => {
  const top: Tag = { name: '', attributes: {}, children: [] }
  const open: Tag[] = [top]
  for (const [, closing, name = '', rest = '', empty] of document.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>/g,
  )) {
    if (closing) {
      if (open.pop()?.name !== name) throw new Error(`SCXML: </${name}> closes nothing that is open.`)
      continue
    }
    const tag: Tag = {
      name,
      attributes: Object.fromEntries(
        [...rest.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)]),
      ),
      children: [],
    }
    open.at(-1)?.children.push(tag)
    if (!empty) open.push(tag)
  }
  const [root] = top.children
  if (open.length !== 1 || root?.name !== 'scxml')
    throw new Error('SCXML: the document has no closed <scxml> element.')
  return root
}

const names = (value: string | undefined): string[] => (value ? value.split(' | ') : [])

const kindOf = (tag: Tag): ChartState['kind'] => {
  if (tag.name === 'parallel' || tag.name === 'final' || tag.name === 'history') return tag.name
  return tag.children.some(child => child.name !== 'transition') ? 'compound' : 'atomic'
}

/** The chart that an SCXML document of `toScxml` describes. Throws when the document is not of that form. */
export const fromScxml = (document: string): Chart => {
  const root = parse(document)
  const states: ChartState[] = []
  const transitions: ChartTransition[] = []
  const visit = (tag: Tag, id: string, parent: string | null): void => {
    const own = tag.attributes
    states.push({
      id,
      key: parent === null ? (own.name ?? '') : (id.split('.').at(-1) ?? id),
      parent,
      kind: parent === null ? ((own['b:kind'] as ChartState['kind'] | undefined) ?? 'compound') : kindOf(tag),
      description: own['b:description'] ?? '',
      tags: names(own['b:tags']),
      initial: own.initial ?? null,
      entry: names(own['b:entry']),
      exit: names(own['b:exit']),
      invokes: names(own['b:invokes']).map(entry => {
        const [invokeId = '', src = ''] = entry.split(' = ')
        return { id: invokeId, src }
      }),
    })
    const seen = new Map<string, number>()
    for (const { attributes: values } of tag.children.filter(child => child.name === 'transition')) {
      const event = values.event ?? ''
      const position = seen.get(event) ?? 0
      seen.set(event, position + 1)
      transitions.push({
        id: `${id}:${event}:${position}`,
        source: id,
        event,
        targets: values.target ? values.target.split(' ') : [],
        guards: values.cond ? values.cond.split(' && ') : [],
        actions: names(values['b:actions']),
        description: values['b:description'] ?? '',
      })
    }
    for (const child of tag.children.filter(({ name }) => name !== 'transition'))
      visit(child, child.attributes.id ?? '', id)
  }
  visit(root, '', null)
  return {
    id: root.attributes.name ?? '',
    description: root.attributes['b:description'] ?? '',
    states,
    transitions,
  }
}
