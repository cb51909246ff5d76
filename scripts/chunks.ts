/**
 * Which modules travel together. Left to itself the bundler makes a chunk for every set of screens that share a module:
 * a hundred small files, each of which compresses badly. A group holds what is used together; what is in no group still
 * follows the screens that use it. Where a module fits into several groups, the first of them takes it.
 */

/** Paths under `src` that begin with one of these. */
const under = (...paths: string[]): RegExp => new RegExp(`/src/(?:${paths.join('|')})`)

/** Parts of nearly every screen, the first one too, by the file of the component. */
const components = [
  'Badge',
  'Breadcrumbs',
  '(?:Link|Icon)?Button',
  'Card',
  'CopyId',
  'DescriptionList',
  'Disclosure',
  'format',
  '(?:lazyModule|useLazyModule|NotLoaded)',
  'Layout',
  'Link',
  'PageHeader',
  'Skeleton',
  'States',
  'Stepper',
]

/** Calls that the dashboard makes, or that nearly every screen makes. */
const calls = ['call', 'collections', 'common', 'facts', 'identity', 'live', 'submissions']

/** What only the lifecycle's guards ask. */
const asked = ['approvalChain', 'commitStatus', 'readOnly']

/** What the dashboard, where nearly everybody begins, does without. */
const later = [...asked, 'activity', 'awaitingParty', 'schemaFailure']

export const chunkGroups = [
  // Stays in the browser's cache when only our own code has changed.
  {
    name: 'react',
    tags: ['$initial' as const],
    priority: 5,
    test: /\/node_modules\/(?:react|react-dom|scheduler)\//,
  },
  // All that the first page needs whatever it shows.
  { name: 'frame', tags: ['$initial' as const], priority: 4 },
  {
    name: 'parts',
    priority: 3,
    test: under(
      `ui/(?:${components.join('|')})\\.`,
      // The activity log alone brings a table that filters and sorts.
      'features/common/(?!ActivityLogTable)',
      `domain/(?!wire/|${later.join('|')})`,
      `domain/wire/(?:${calls.join('|')})\\.`,
      'hooks/(?:address|page|resource|textFile|useServices)\\.',
      'machines/resource/',
    ),
  },
  // What the other pages work with; not what one of them alone works with.
  {
    name: 'work',
    priority: 2,
    test: under(
      'hooks/(?!(?:conformanceCheck|playback|stepper|upload)\\.)',
      'machines/(?:action-dialog|table-state)/',
    ),
  },
  // The chart that every page of a submission asks what may be done.
  {
    name: 'lifecycle',
    priority: 3,
    test: under('machines/submission-lifecycle/', `domain/(?:${asked.join('|')})\\.`),
  },
  // A group takes along what its modules import: what other pages need too goes by itself.
  { name: 'plain-table', priority: 2, test: under('ui/(?:PlainTable|useOverflow)\\.') },
  { name: 'control-box', priority: 2, test: under('ui/(?:ControlBox|fieldClasses|slashKey)\\.') },
  // What nearly every view of the inspector needs besides its own part.
  {
    name: 'inspector',
    priority: 1,
    test: under(
      'features/inspector/(?:diagram/)?(?:address|charts|describe|drawings|sentences|texts)\\.',
      'features/inspector/question/events\\.',
      'machines/(?:charts|inspection/(?:folding|label))\\.',
      'model/paths/export/inBrowser\\.',
    ),
  },
  // The drawing with all that moves it, in most views.
  {
    name: 'diagram',
    priority: 1,
    test: under(
      'features/inspector/diagram/(?!View)',
      'ui/(?:[Cc]anvas|[Ff]indBox)',
      'machines/inspection/drawing\\.',
    ),
  },
  // What the views that look back at histories share.
  {
    name: 'histories',
    priority: 1,
    test: under('features/inspector/history/(?!View|Player|Moment)'),
  },
]
