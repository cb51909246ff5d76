import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { deletedBy, ProblemError, problem } from '../../src/domain/problem.ts'
import type { Screen } from '../../src/domain/routes.ts'
import { leadsOn } from '../support/leadsOn.ts'
import {
  beginning,
  collection,
  collectionEvent,
  fileEvent,
  history,
  signOffPerson,
  submission,
} from './submissions/fixtures.ts'
import { id as issueId } from './support/issues.ts'
import { type Item, items, item as one, restOfAnswers } from './support/items.ts'
import { admin, checked, mirror, own, Pages } from './support/pages.tsx'
import { validator } from './support/people.ts'
import { type Answer, type Answers, aWhile, show } from './support/services.tsx'
import { draftSpecification } from './support/specification.ts'

/*
 * An item is deleted while its page is open: the page says so, by whom if that is known, offers the list and leaves nothing to
 * change (decisions §15). Every page whose address names an item is opened.
 */

const management = '/management'
const specifications = `${management}/specifications`

interface Visit {
  at: string
  item: Item
  /** Where the way back leads. */
  back: string
  user: UserPrincipal
}
const visit = (at: string, item: Item, back: string, user: UserPrincipal): Visit => ({ at, item, back, user })

const pagesOf = (...names: string[]): Visit[] =>
  names.flatMap(name => [
    visit(`${own}/${name}`, items.submission, '/submissions', signOffPerson),
    visit(`${mirror}/${name}`, items.submission, '/monitoring/23056', admin),
  ])
const pagesOfEither = (...names: string[]): Visit[] => [
  ...pagesOf(...names),
  ...names.map(name => visit(`${checked}/${name}`, items.checkedFile, '/online-validation', validator)),
]

const namesNone = 'names no item'

/** Which item each screen is about, or why about none. A new screen does not compile until it is in here. */
const visits: Record<Screen, readonly Visit[] | string> = {
  ...leadsOn,
  dashboard: namesNone,
  manageSubmissions: namesNone,
  onlineValidation: namesNone,
  activityLog: [visit('/submissions/23056/activity-log', items.collection, '/submissions', signOffPerson)],
  transfersIn: [
    visit(
      '/submissions/c-23056/transfers',
      one('/submissions/new/{collectionId}/{instId}', beginning()),
      '/submissions',
      signOffPerson,
    ),
  ],
  submissionLifecycle: pagesOfEither('lifecycle'),
  submission: 'is what its pages stand in',
  upload: pagesOfEither('upload'),
  processing: pagesOfEither('processing'),
  quality: pagesOfEither('reports'),
  rule: pagesOfEither('reports/quality/QR.1/5016'),
  students: pagesOfEither('reports/students'),
  student: pagesOfEither('reports/students/5'),
  credibility: pagesOf('reports/credibility/SEN1/0001'),
  additionalReport: pagesOf('reports/additional-reports/FREQCOUNT'),
  submit: pagesOf('submit'),
  approval: pagesOf('approval'),
  signOff: pagesOf('signoff'),
  monitoredCollections: namesNone,
  monitoredCollection: [visit('/monitoring/23056', items.collection, '/monitoring', admin)],
  monitoredProvider: [visit('/monitoring/providers/0001', items.overview, '/monitoring', admin)],
  sector: [visit('/monitoring/23056/sector', items.collection, '/monitoring', admin)],
  rulesAcross: [visit('/monitoring/23056/rules', items.collection, '/monitoring', admin)],
  collections: namesNone,
  newCollection: namesNone,
  collection: [
    visit(`${management}/collections/23056`, items.collection, `${management}/collections`, admin),
  ],
  collectionDetails: [
    visit(
      `${management}/collections/23056/details`,
      items.collection,
      `${management}/collections/23056`,
      admin,
    ),
  ],
  bulkReprocessing: [
    visit(
      `${management}/collections/bulk-reprocessing/c-23056/23056`,
      items.collection,
      `${management}/collections`,
      admin,
    ),
  ],
  historicAmendment: [
    visit(
      `${management}/collections/historic-amendment/23056`,
      items.collection,
      `${management}/collections`,
      admin,
    ),
  ],
  jobs: namesNone,
  dataPseudonymisation: namesNone,
  deliveryConfigurations: namesNone,
  newDeliveryConfiguration: namesNone,
  deliveryConfiguration: [
    visit(`${management}/delivery-config/d-1`, items.configuration, `${management}/delivery-config`, admin),
  ],
  editDeliveryConfiguration: [
    visit(
      `${management}/delivery-config/d-1/edit`,
      items.configuration,
      `${management}/delivery-config`,
      admin,
    ),
  ],
  irisReprocessing: namesNone,
  specifications: namesNone,
  newSpecification: namesNone,
  schemas: namesNone,
  newSchema: namesNone,
  rulesets: namesNone,
  newRuleset: namesNone,
  ruleset: [visit(`${specifications}/rulesets/9`, items.rules, `${specifications}/rulesets`, admin)],
  rulesetDifference: [
    visit(
      `${specifications}/rulesets/9/difference`,
      items.listedRulesets,
      `${specifications}/rulesets/9`,
      admin,
    ),
  ],
  ruleSource: [visit(`${specifications}/rules/QR.1?ruleset=9`, items.rule, `${specifications}`, admin)],
  specification: [visit(`${specifications}/specs/9`, items.specification, `${specifications}/specs`, admin)],
  specificationImpact: [
    visit(`${specifications}/specs/9/impact`, items.specification, `${specifications}/specs/9`, admin),
  ],
  specificationDifference: [
    visit(`${specifications}/specs/9/difference`, items.listed, `${specifications}/specs/9`, admin),
  ],
  tolerances: [
    visit(`${specifications}/specs/9/tolerances`, items.specification, `${specifications}/specs/9`, admin),
  ],
  toleranceImport: [
    visit(
      `${specifications}/specs/9/tolerances/import`,
      items.specification,
      `${specifications}/specs/9/tolerances`,
      admin,
    ),
  ],
  providers: namesNone,
  users: namesNone,
  registerImport: namesNone,
  provider: [visit(`${management}/providers/0001`, items.provider, `${management}/providers`, admin)],
  providerDetails: [
    visit(`${management}/providers/0001/details`, items.provider, `${management}/providers/0001`, admin),
  ],
  audit: namesNone,
  issues: namesNone,
  issue: [visit(`/issues/${issueId}`, items.issue, '/issues', signOffPerson)],
  apiKeys: namesNone,
  newApiKey: namesNone,
  webhooks: namesNone,
  newWebhook: namesNone,
  webhook: [visit('/suppliers/webhooks/w-1', items.webhook, '/suppliers/webhooks', signOffPerson)],
  supplierGuide: namesNone,
  notices: namesNone,
  account: namesNone,
  mails: namesNone,
  deliveries: namesNone,
  delivery: [visit('/delivery/d1', items.delivery, '/delivery', admin)],
  downloadsLog: namesNone,
  publishedSpecifications: namesNone,
  publishedSpecification: [visit('/specification/23056', items.published, '/specification', signOffPerson)],
  validate: namesNone,
  accessibility: namesNone,
  inspector: namesNone,
}
const everyVisit = Object.values(visits)
  .filter(found => typeof found !== 'string')
  .flat()

const missing = new ProblemError(problem('not-found', 'There is no such item.'))
const told = new ProblemError(deletedBy('The item', 'Ruth Calloway', new Date('2024-11-01T12:00:00Z')))

/** What calls answer about an item that somebody deletes; what is not said here takes its time. */
const deletable = ({ call, answer, without }: Item, more: Answers = {}) => {
  let deletion: { refusal: ProblemError } | undefined
  let asked = 0
  const given: Answers = {
    ...restOfAnswers,
    [call]: () => {
      asked += 1
      if (!deletion) return answer
      if (without) return without
      throw deletion.refusal
    },
    ...more,
  }
  return {
    answers: new Proxy(given, {
      has: () => true,
      get: (known, name: string) => (name in known ? known[name] : () => new Promise<never>(() => undefined)),
    }),
    deleted: (refusal = missing) => {
      deletion = { refusal }
    },
    isAsked: () => asked > 0,
  }
}

const open = async ({ at, item, user }: Visit, more: Answers = {}) => {
  const { answers, deleted, isAsked } = deletable(item, more)
  const shown = await show(<Pages />, { at, user, answers })
  await waitFor(() => expect(isAsked()).toBe(true), aWhile)
  await screen.findByRole('heading', { level: 1 }, aWhile)
  expect(screen.queryByRole('heading', { level: 1, name: 'Deleted' })).toBeNull()
  const askAgain = () => act(async () => shown.live.send({ type: 'WOKEN', by: 'sight' }))
  return { ...shown, deleted, askAgain }
}

/** The page says that its item was deleted, offers the way back, and has nothing that could be changed. */
const expectDeleted = async (back: string, text: RegExp): Promise<void> => {
  expect(await screen.findByRole('heading', { level: 1, name: 'Deleted' }, aWhile)).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([back])
  for (const role of ['button', 'textbox', 'combobox', 'checkbox', 'radio', 'table', 'dialog'] as const)
    expect(screen.queryAllByRole(role)).toEqual([])
  expect(document.title).toBe('Deleted – Bedel')
}
const byNobody = /^This item was deleted while its page was open/

describe('a page whose item is deleted elsewhere', () => {
  it.each(everyVisit)('$at says so and offers $back', async visited => {
    const { deleted, askAgain } = await open(visited)
    deleted()
    await askAgain()
    await expectDeleted(visited.back, byNobody)
    await askAgain()
    await expectDeleted(visited.back, byNobody)
  })

  it.each(everyVisit.filter(({ item }) => item.without === undefined))(
    '$at says who deleted it, where the server does',
    async visited => {
      const { deleted, askAgain } = await open(visited)
      deleted(told)
      await askAgain()
      await expectDeleted(visited.back, /^Ruth Calloway deleted The item on /)
    },
  )

  it('that was deleted before its page was opened says who deleted it', async () => {
    const { answers, deleted } = deletable(items.specification)
    deleted(told)
    await show(<Pages />, { at: `${specifications}/specs/9`, user: admin, answers })
    await expectDeleted(`${specifications}/specs`, /^Ruth Calloway deleted/)
  })
})

const refused: Answer = () => {
  throw missing
}
const changes: readonly [name: string, visit: Visit, call: string, gestures: readonly string[]][] = [
  [
    'a webhook that is tested',
    visit('/suppliers/webhooks/w-1', items.webhook, '/suppliers/webhooks', signOffPerson),
    'POST /suppliers/webhooks/{webhookId}/test',
    ['Send a test'],
  ],
  [
    'a delivery configuration that is enabled',
    visit(`${management}/delivery-config/d-1`, items.configuration, `${management}/delivery-config`, admin),
    'PATCH /delivery-configurations/{id}/state',
    ['Enable'],
  ],
  [
    'a delivery configuration whose form is saved',
    visit(
      `${management}/delivery-config/d-1/edit`,
      items.configuration,
      `${management}/delivery-config`,
      admin,
    ),
    'PUT /delivery-configurations/{id}',
    ['Continue', 'Continue', 'Continue', 'Save'],
  ],
  [
    'a specification that is deleted twice',
    visit(`${specifications}/specs/9`, items.specification, `${specifications}/specs`, admin),
    'DELETE /specifications/{id}',
    ['Delete specification', 'Delete specification'],
  ],
]

it.each(changes)(
  '%s after somebody deleted it, without a live message, is shown as deleted',
  async (_, visited, call, gestures) => {
    const { deleted, user } = await open(visited, { [call]: refused })
    deleted()
    for (const name of gestures)
      await user.click((await screen.findAllByRole('button', { name }, aWhile)).at(-1)!)
    await expectDeleted(visited.back, byNobody)
  },
)

describe('the page of a submission', () => {
  const nilReturn = submission('NIL_RETURN', { stateHistory: history('NIL_RETURN') })
  const at = visit(`${own}/reports`, one('/submissions/{id}', nilReturn), '/submissions', signOffPerson)

  it('says that the nil return was withdrawn, and does not move to another step', async () => {
    const { tell, address } = await open(at)
    await act(async () =>
      tell(fileEvent('UNKNOWN', { isLatest: false, version: nilReturn.version + 1, sequence: 1 })),
    )
    await expectDeleted('/submissions', /^The nil return was withdrawn/)
    expect(address()).toBe(at.at)
  })

  it('of a new submission says "Deleted" if the viewer no longer sees the collection', async () => {
    const { deleted, tell } = await open(
      visit(
        '/submissions/c-23056/new/upload',
        one('/submissions/new/{collectionId}/{instId}', beginning()),
        '/submissions',
        signOffPerson,
      ),
    )
    deleted()
    await act(async () => tell(collectionEvent('Deleted')))
    await expectDeleted('/submissions', byNobody)
  })
})

it('a form of a collection that is deleted elsewhere is gone, for staff who still see the collection', async () => {
  let state = collection().state
  const { tell } = await show(<Pages />, {
    at: `${management}/collections/23056/details`,
    user: admin,
    answers: { 'GET /collections/{reference}': () => collection({ state }) },
  })
  expect(await screen.findByRole('textbox', { name: /Name/ }, aWhile)).toBeTruthy()
  state = { id: 2, name: 'Deleted' }
  await act(async () => tell(collectionEvent('Deleted')))
  await expectDeleted(`${management}/collections/23056`, /^Student 2023\/24 was deleted\.$/)
})

it('a comparison whose other side is deleted says so, and compares with nothing else unasked', async () => {
  const other = { ...draftSpecification, id: 8, version: '23056_1.0.0' }
  const third = { ...draftSpecification, id: 7, version: '22056_1.0.0' }
  let listed = [draftSpecification, other, third]
  const { live } = await show(<Pages />, {
    at: `${specifications}/specs/9/difference?with=8`,
    user: admin,
    answers: {
      'GET /regulators': { regulators: [] },
      'GET /specifications': () => ({ specifications: listed }),
      'GET /specifications/{id}/difference/{formerId}': {
        former: { id: 8, version: other.version },
        rules: { added: [], removed: [], changed: [] },
        derivedFields: { added: [], removed: [], changed: [] },
      },
    },
  })
  expect(await screen.findByRole('heading', { level: 2, name: 'Validation Rules' }, aWhile)).toBeTruthy()
  listed = [draftSpecification, third]
  await act(async () => live.send({ type: 'WOKEN', by: 'sight' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'No such version' }, aWhile)).toBeTruthy()
  expect(screen.queryByRole('heading', { level: 2, name: 'Validation Rules' })).toBeNull()
})

it('an item that was never there is not found, and not called deleted', async () => {
  const { answers, deleted } = deletable(items.delivery)
  deleted()
  const { live } = await show(<Pages />, { at: '/delivery/d1', user: admin, answers })
  expect(await screen.findByRole('heading', { level: 1, name: 'Delivery not found' }, aWhile)).toBeTruthy()
  await act(async () => live.send({ type: 'WOKEN', by: 'sight' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Delivery not found' })).toBeTruthy()
})
