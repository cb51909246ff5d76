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

const structural = ['state', 'parallel', 'final', 'history']

const names = (value: string | undefined): string[] => (value ? value.split(' | ') : [])
const pathOf = (id: string): string => (id === '_chart' ? '' : id)

const kindOf = (tag: Tag): ChartState['kind'] => {
  if (tag.name === 'parallel' || tag.name === 'final' || tag.name === 'history') return tag.name
  return tag.children.some(child => structural.includes(child.name)) ? 'compound' : 'atomic'
}

const within = (tag: Tag, name: string): Tag[] =>
  tag.children.find(child => child.name === name)?.children ?? []

/** The names of a condition of guards that all have to hold; no chart of the system composes them otherwise. */
const guardsIn = (cond: string | undefined): string[] =>
  cond ? cond.split(' && ').map(part => part.slice('guards.'.length)) : []

const eventOf = (event: string, chart: string, source: string): string => {
  const node = source === '' ? chart : `${chart}.${source}`
  if (event.startsWith('after.')) return `xstate.after.${event.split('.')[1]}.${node}`
  if (event.startsWith('done.state.')) return `xstate.done.state.${node}`
  return event
    .replace(/^done\.invoke\./, 'xstate.done.actor.')
    .replace(/^error\.platform\./, 'xstate.error.actor.')
    .replace(/^snapshot\./, 'xstate.snapshot.')
}

const paramsOf = (tag: Tag): Record<string, unknown> =>
  Object.fromEntries(
    tag.children.map(({ attributes: { name = '', expr = 'null' } }) => [name, JSON.parse(expr) as unknown]),
  )

/** The chart that an SCXML document of `toScxml` describes. Throws when the document is not of that form. */
export const fromScxml = (document: string): Chart => {
  const scxml = parse(document)
  const chart = scxml.attributes.name ?? ''
  const states: ChartState[] = []
  const transitions: ChartTransition[] = []
  const parameters: Record<string, Record<string, unknown>> = {}
  const reentering: string[] = []
  const actionsIn = (content: readonly Tag[]): string[] =>
    content
      .filter(({ attributes: { event } }) => event?.startsWith('action.'))
      .map(tag => {
        const type = (tag.attributes.event ?? '').slice('action.'.length)
        if (tag.children.length === 0) return type
        const params = paramsOf(tag)
        const label = `${type}(${Object.values(params).join(', ')})`
        parameters[label] = params
        return label
      })
  const visit = (tag: Tag, parent: string | null): void => {
    const own = tag.attributes
    const id = pathOf(own.id ?? '')
    const entry = within(tag, 'onentry')
    states.push({
      id,
      key: parent === null ? chart : (id.split('.').at(-1) ?? id),
      parent,
      kind: kindOf(tag),
      description: own['b:description'] ?? '',
      tags: names(own['b:tags']),
      initial: own.initial ?? null,
      entry: actionsIn(entry),
      exit: actionsIn(within(tag, 'onexit')),
      invokes: entry
        .filter(({ attributes: { event } }) => event?.startsWith('invoke.'))
        .map(one => ({
          id: (one.attributes.event ?? '').slice('invoke.'.length),
          src: String(paramsOf(one).src),
        })),
    })
    const seen = new Map<string, number>()
    for (const { attributes: values, children } of tag.children.filter(({ name }) => name === 'transition')) {
      if (values.event === 'guards') continue
      const event = eventOf(values.event ?? '', chart, id)
      const position = seen.get(event) ?? 0
      seen.set(event, position + 1)
      const transitionId = `${id}:${event}:${position}`
      if (values['b:reenter'] === 'true') reentering.push(transitionId)
      transitions.push({
        id: transitionId,
        source: id,
        event,
        targets: values.target ? values.target.split(' ').map(pathOf) : [],
        guards: guardsIn(values.cond),
        actions: actionsIn(children),
        description: values['b:description'] ?? '',
      })
    }
    for (const child of tag.children.filter(({ name }) => structural.includes(name))) visit(child, id)
  }
  for (const child of scxml.children.filter(({ name }) => structural.includes(name))) visit(child, null)
  return {
    id: chart,
    description: states[0]?.description ?? '',
    states,
    transitions,
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    ...(reentering.length > 0 ? { reentering } : {}),
  }
}
