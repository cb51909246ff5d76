/**
 * Which modules travel together. Rolldown alone knows which of 200 entries (screens, dialogs, lists of words) share a module, not
 * what people open first, or together. Without this list, measured in November 2026 as first load, that of staff and the largest
 * screen, against limits that were then 283, 294 and 392 kB (`aims` in scripts/bundle.ts):
 * - `entriesAware` for all that two share, merged below 20 kB: 457, 462 and 483 kB. A merged chunk brings what others share.
 * - The same, with one chunk of the packages and controls that 20 entries share: 428, 433 and 478 kB.
 * - Merged below 3 kB, and without what a module imports (`includeDependenciesRecursively: false`): 373, 387 and 429 kB, and a quality
 *   report in 77 files, where 25 requests are the limit (`e2e/weight.e2e.ts`).
 *
 * So a group here holds what is used together; what is in no group still follows the screens that use it. Where a module fits into
 * several groups, the first of them takes it.
 */

/** Paths under `src` that begin with one of these. */
const under = (...paths: string[]): RegExp => new RegExp(`/src/(?:${paths.join('|')})`)

/** Parts of nearly every screen, the first one too, by the file of the component. */
const components = [
  'Badge',
  '(?:Link|Icon)?Button',
  'Card',
  'ControlBox',
  'CopyId',
  'DescriptionList',
  'Disclosure',
  'FileButton',
  '(?:Field|fieldClasses)',
  'format',
  'Layout',
  'Link',
  'LinkTabs',
  'PageHeader',
  'ProgressBar',
  'Skeleton',
  'slashKey',
  'States',
  'Stepper',
]

/**
 * Of React Aria, what lists, fields and the controls that are fetched later share. A group takes along what its
 * modules import, so without this one the first menu would bring the code of tables.
 */
const shared = [
  '-components/dist/private/(?:Autocomplete|Form|Group|Heading|Input)',
  '-components/dist/private/(?:SelectionIndicator|SharedElementTransition)',
  '/dist/private/(?:i18n/use(?:Collator|LocalizedStringFormatter)|interactions/PressResponder|label/useField|textfield|toggle|visually-hidden)',
  '/dist/private/utils/(?:useDescription|useEvent|useSlot|useUpdateEffect)',
]

/** What those have in common that open a list of things to choose from, the way back up, and fields of a form. */
const choices = [
  '-components/dist/private/(?:Collection|TextArea|TextField)\\.',
  '/dist/private/collections/',
]

/** What moves the focus and hides the rest of a page: for what opens, for choices of a few and for the place for a file. */
const focus = [
  '-components/dist/private/intlStrings\\.',
  '/dist/private/(?:focus/FocusScope|overlays/ariaHideOutside)',
  '/dist/private/utils/(?:getScrollParents?|isScrollable|scrollIntoView|shadowdom/ShadowTreeWalker)',
]

/** Parts of every screen with a list that is searched, filtered and paged. */
const listComponents = [
  'CellLines',
  'DialogPopover',
  'optionSearch',
  'ViewChoice',
  'VirtualRows',
  'MultiSelect',
  '(?:BodyRow|ColumnChoice|DataTable|dataTableTypes|useFits|useLastPage|useTableModel)',
  'FilterTags',
  'Pagination',
  'Switch',
]

/** Calls that the dashboard makes, or that nearly every screen makes. */
const calls = [
  'call',
  'collections',
  'common',
  'facts',
  'fileEvents',
  'identity',
  'issueList',
  'live',
  'submissions',
]

/** Words of the frame and of the parts above; a refusal can come of any call. */
const firstScopes = ['common', 'domain', 'formats', 'problems', 'session', 'shell', 'ui']

/** What only the lifecycle's guards ask. */
const guardModules = ['commitStatus', 'readOnly']

/** What the dashboard, where nearly everybody begins, does without. */
const later = [
  ...guardModules,
  'activity',
  'additionalReports',
  'addressFilters',
  'allowance',
  'apiKey',
  'audience',
  'audit(?:About|Actions|Kinds|Proof)',
  'awaitingParty',
  'burnUp',
  'calendar',
  'carryOver',
  'chosenFile',
  'collection(?:Details|Series)',
  'content',
  'credibility',
  'csv',
  'decisionFindings',
  'delivery(?:Configuration)?\\.',
  'fileName',
  'guidance',
  'heatStages',
  'impact',
  'issue(?:Attachments|Thread)',
  'job\\.',
  'landingPage',
  'lateness',
  'merkle',
  'monitoringColumns',
  'neighbours',
  'note\\.',
  'privacy',
  'provider\\.',
  'register',
  'processing(?:Progress|Step)',
  'progress(?:Labels)?\\.',
  'pseudonymisation',
  'qualityReport',
  'queue',
  'recording',
  'ruleConfiguration',
  'ruleDefect',
  'ruleMatrix',
  'ruleSource',
  'ruleStanding',
  'rulesAcross',
  'schemaFailure',
  'setUp',
  'sha256',
  'signedForm',
  'specification',
  'stayTargets',
  'submitFindings',
  'supportSession',
  'supportSession',
  'tables',
  'textEncoding',
  'tolerance',
  'tracking',
  'transfer',
  'usualDelivery',
  'version',
  'webhook',
  'workbook',
  'xml\\.',
]

/** Parts that several screens share, but the dashboard does without. */
const laterCommon = [
  // Brings a table that filters and sorts.
  'ActivityLogTable',
  'BurnUp',
  'CollectionProgress',
  'CollectionStateTag',
  'ConfirmAction',
  'contact',
  'Difference',
  'ErrorsByField',
  'Guidance',
  'HomeCrumbs',
  'LastExplanation',
  'ListTools',
  'NewUploadButton',
  'NextSubmission',
  'OfflineCheck',
  'SubmissionFailure',
  'SubmissionSteps',
  'WaysForward',
  'attaching',
  'choiceColumn',
  'decisions/',
  'monitoringRows',
  'useAwaitingMe',
  'useMeasured',
  'useSubmission(?:At|Data)',
  'visiblePages',
]

export const chunkGroups = [
  // Stays in the browser's cache when only our own code has changed.
  {
    name: 'react',
    tags: ['$initial' as const],
    priority: 5,
    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|rolldown[/:]runtime/,
  },
  // All that the first page needs whatever it shows.
  { name: 'frame', tags: ['$initial' as const], priority: 4 },
  {
    name: 'controls',
    priority: 3,
    test: new RegExp(
      `/node_modules/(?:react-(?:aria|stately)(?:${shared.join('|')})\\b|@internationalized/string/)`,
    ),
  },
  // What every visit fetches after that: pages, calls, live connection.
  {
    name: 'parts',
    priority: 3,
    test: (id: string) =>
      under(
        `ui/(?:${components.join('|')})\\.`,
        `features/common/(?!${laterCommon.join('|')})`,
        'features/(?:session/|shell/Demonstration)',
        `domain/(?!wire/|${later.join('|')})`,
        `domain/wire/(?:${calls.join('|')})\\.`,
        'hooks/(?!(?:addressFilters|bulkDecision|bulkRun|conformanceCheck|formDecision|inlineChoice|opened|period|playback|pseudonymisation|rememberedFilters|openedChart|running/(?:liveRecording|recordActors|share|useOpenedRecording|useOwnActors|useShareWithSupport|useWatchedActors)|ruleEditor|ruleSource|savedViews|stepper|submission|table|tableState|upload|useDrafts)\\.)',
        'machines/(?:action-dialog/|resource/|stepper/steps\\.)',
        `messages/generated/en/(?:${firstScopes.join('|')})\\.`,
      ).test(id) ||
      // The calendar of a deadline shares these with the lists of histories, which would come with it.
      /\/node_modules\/(?:reconnecting-websocket\/|date-fns\/(?:addDays|formatISO|_lib\/addLeadingZeros)\.)/.test(
        id,
      ),
  },
  {
    name: 'focus',
    priority: 3,
    test: new RegExp(`/node_modules/react-aria(?:${focus.join('|')})`),
  },
  // What most pages need, but not the dashboard: the way back up, the state of a table, fields, what every choice is made of.
  {
    name: 'choices',
    priority: 3,
    test: (id: string) =>
      under(
        'ui/(?:Breadcrumbs|Checkbox(?:Group)?|Dialog|FileCard|Form|Menu|SearchField|Switch|TextField)\\.',
        'hooks/(?:addressFilters|rememberedFilters|table|tableState)\\.',
        'machines/table-state/',
        'features/common/(?:ConfirmAction|useMeasured)\\.',
        'domain/(?:addressFilters|allowance|guidance|ruleDefect|tolerance)\\.',
      ).test(id) || new RegExp(`/node_modules/react-(?:aria|stately)(?:${choices.join('|')})`).test(id),
  },
  // The charts that say what may be done with a submission, for its pages, lists of many and the inspector, and with an issue;
  // what is drawn of it, and the calls about results, which a decision asks for.
  {
    name: 'lifecycle',
    priority: 3,
    test: under(
      'features/common/decisions/(?!EarlierNotes)',
      'domain/job\\.',
      'domain/wire/(?:quality|reports)\\.',
      'domain/(?:additionalReports|qualityReport|ruleStanding|workbook)\\.',
      'machines/(?:approval-chain|issue|submission|submission-lifecycle)/',
      'messages/generated/en/(?:issue|lifecycle)\\.',
      'machines/support/(?:answering|enforcedChart|guard|leaves|stepping)\\.',
      'domain/wire/(?:files|issues)\\.',
      `domain/(?:${guardModules.join('|')})\\.`,
    ),
  },
  // What every page of a submission works with: its layout, and the order of the quality report.
  {
    name: 'submission',
    priority: 3,
    test: under(
      'machines/(?:stepper|submission-page)/',
      'features/common/(?:SubmissionFailure|SubmissionSteps|useSubmission(?:At|Data)|visiblePages)\\.',
      'features/submissions/(?:layout/|shared/(?!CountsTable|ForApprovers|ListWays|NoteCard|Receipt|Terms|useFindings|useNotes)|quality/(?:cells|raising|reportView|rows|sections|useQuality(?:Report|Section))\\.)',
      'messages/generated/en/submissions\\.(?:layout|quality)\\.',
      'hooks/(?:stepper|submission)\\.',
      'ui/(?:PartsBar|RangeBar|Sparkline)\\.',
      'domain/(?:transfer|wire/additionalReports)\\.',
    ),
  },
  // The table with what stands above and below it.
  {
    name: 'list',
    priority: 2,
    test: (id: string) =>
      under(`ui/(?:${listComponents.join('|')})\\.`, 'features/common/choiceColumn\\.').test(id) ||
      /\/node_modules\/@tanstack\//.test(id),
  },
  // A group takes along what its modules import: what other pages need too goes by itself.
  { name: 'combo-box', priority: 2, test: under('ui/(?:ComboBox|FindBox|findBoxMatches)\\.') },
  // Targets in working days: a form and a call have them, and the histories, which would come with them.
  {
    name: 'working-days',
    priority: 3,
    test: (id: string) =>
      under('domain/stayTargets\\.').test(id) ||
      /\/node_modules\/date-fns\/(?:addBusinessDays|differenceInBusinessDays|isSameDay|isSaturday|isSunday|isWeekend)\./.test(
        id,
      ),
  },
  { name: 'accordion', priority: 2, test: under('ui/Accordion\\.') },
  { name: 'trend', priority: 2, test: under('ui/(?:ChartFrame|TrendChart)\\.') },
  { name: 'plain-table', priority: 2, test: under('ui/PlainTable\\.') },
  // The editor of SQL, for whoever changes a rule.
  {
    name: 'editor',
    priority: 3,
    test: /\/node_modules\/(?:@codemirror|@lezer|crelt|style-mod|w3c-keyname|@marijn)\//,
  },
  // What nearly every view of the inspector needs besides its own part.
  {
    name: 'inspector',
    priority: 1,
    test: under(
      'features/inspector/(?:diagram/)?(?:address|charts|describe|drawings|guardMessages)\\.',
      'features/inspector/question/events\\.',
      'machines/inspection/(?:folding|label)\\.',
      'model/paths/export/inBrowser\\.',
    ),
  },
  // The drawing with all that moves it, in most views.
  {
    name: 'diagram',
    priority: 1,
    test: under('features/inspector/diagram/(?!View)', 'ui/[Cc]anvas', 'machines/inspection/drawing\\.'),
  },
  // What the views that look back at histories share.
  {
    name: 'histories',
    priority: 1,
    test: under(
      'features/inspector/history/(?!View|Player|HistoryEntry|ProviderView|SearchFields|DayField|FindField|Payload|payload|useHistory)',
    ),
  },
]
