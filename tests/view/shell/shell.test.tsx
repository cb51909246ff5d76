import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { thisRelease } from '../../../server/release.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { RenderFailure } from '../../../src/features/shell/RenderFailure.tsx'
import { Shell } from '../../../src/features/shell/Shell.tsx'
import type { OrganisationChoice } from '../../../src/machines/session/index.ts'
import { applySingleKeys } from '../../../src/ui/index.ts'
import { guest, receiver, regulatorAnalyst, submitter } from '../support/people.ts'
import { analyst, aWhile, type ShownOptions, show } from '../support/services.tsx'

const quiet = { 'GET /demonstration': { state: 'done', done: 8, total: 8 } }
const frame = (options: ShownOptions = {}) =>
  show(
    <Shell>
      <h1>Screen</h1>
    </Shell>,
    { answers: quiet, ...options },
  )

const choices: readonly OrganisationChoice[] = [
  { id: '0002', type: 'provider', name: 'University of Brackley', isOnboarded: true },
  { id: '0001', type: 'provider', name: 'University of Ashby', isOnboarded: true },
  { id: '0005', type: 'provider', name: 'Eastmere College', isOnboarded: false },
  { id: '5002', type: 'statutory_customer', name: 'Funding Council for Wales', isOnboarded: true },
]

describe('the navigation', () => {
  it.each<[string, UserPrincipal, string[]]>([
    [
      'who signs off for a provider',
      submitter,
      ['Dashboard', 'Submissions', 'Issues', 'Software', 'Specification'],
    ],
    [
      'who submits',
      { ...submitter, roles: ['submitter'] },
      ['Dashboard', 'Submissions', 'Issues', 'Specification'],
    ],
    ['a guest of a provider', guest, ['Dashboard', 'Submissions', 'Issues', 'Specification']],
    [
      'the agency',
      analyst,
      ['Dashboard', 'Issues', 'Monitoring', 'Management', 'Specification', 'Deliveries', 'Inspector'],
    ],
    [
      "a primary regulator's analyst",
      { ...regulatorAnalyst, isPrimaryRegulator: true },
      ['Dashboard', 'Issues', 'Monitoring', 'Specification', 'IRIS'],
    ],
    // The route is open to it (specification 1 §6), but outputs are never its own.
    [
      "a specialist regulator's analyst",
      regulatorAnalyst,
      ['Dashboard', 'Issues', 'Monitoring', 'Specification'],
    ],
    ['who only receives deliveries', receiver, ['Dashboard', 'Specification', 'Deliveries']],
  ])('leads %s where the matrix lets them in', async (_, user, links) => {
    await frame({ user })
    const navigation = screen.getByRole('navigation', { name: 'Main' })
    expect(
      within(navigation)
        .getAllByRole('link')
        .map(link => link.textContent),
    ).toEqual(links)
  })

  it('says where one is, on a page below as well', async () => {
    await frame({ at: '/monitoring/23056' })
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Monitoring')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Screen')
  })

  it('has the release at its foot', async () => {
    await frame()
    const foot = screen.getByRole('contentinfo')
    expect(within(foot).getByText(`Bedel version ${thisRelease}`)).toBeTruthy()
  })

  it('says it once, also on a screen of management that has a link of its own', async () => {
    const user: UserPrincipal = { ...analyst, roles: [...analyst.roles, 'anon-data-user'] }
    await frame({ user, at: '/management/data-pseudonymisation' })
    expect(screen.getAllByRole('link', { current: 'page' }).map(link => link.textContent)).toEqual([
      'Data pseudonymisation',
    ])
  })
})

describe('the selectors of the header', () => {
  it('name the one organisation in plain text', async () => {
    await frame({ user: submitter, organisations: [choices[1]!] })
    expect(screen.getByText('University of Ashby')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Organisation' })).toBeNull()
  })

  it('offer several organisations in groups, one that takes no part yet with the reason, and switch to another', async () => {
    const { user, session } = await frame({ user: submitter, organisations: choices })
    const send = vi.spyOn(session, 'send')
    const box = await screen.findByRole('combobox', { name: 'Organisation' })
    // The name comes with the list of choices, which is made after the box.
    await waitFor(() => expect(box).toHaveProperty('value', 'University of Ashby'))
    await user.clear(box)
    await user.type(box, 'a')
    const options = await screen.findAllByRole('option')
    expect(options.map(option => option.textContent)).toEqual([
      'Eastmere CollegeThis provider is not onboarded yet.',
      'University of Ashby',
      'University of Brackley',
      'Funding Council for Wales',
    ])
    expect(screen.getAllByRole('group').map(group => group.getAttribute('aria-labelledby'))).toHaveLength(2)
    await user.click(options[0]!)
    expect(send).not.toHaveBeenCalled()
    await user.click(options[2]!)
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'SWITCH_ORGANISATION', organisationId: '0002' })
  })

  it('show the organisation that was chosen while it is on its way, and stay where the present one is chosen again', async () => {
    const { user, session } = await frame({
      user: submitter,
      organisations: choices,
      findIdentity: () => new Promise(() => undefined),
    })
    const box = await screen.findByRole('combobox', { name: 'Organisation' })
    await waitFor(() => expect(box).toHaveProperty('value', 'University of Ashby'))
    const choose = async (name: string) => {
      await user.clear(box)
      await user.type(box, name)
      await user.click(await screen.findByRole('option', { name }))
      await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
      expect(box).toHaveProperty('value', name)
    }
    await choose('University of Brackley')
    expect(session.getSnapshot().value).toEqual({ signedIn: 'switchingOrganisation' })
    await choose('University of Ashby')
    expect(session.getSnapshot().value).toEqual({ signedIn: 'active' })
  })

  it('offer the streams, of which one can be chosen', async () => {
    const { user } = await frame()
    await user.click(screen.getByRole('button', { name: /Stream/ }))
    const options = await screen.findAllByRole('option')
    expect(options.map(option => [option.textContent, option.getAttribute('aria-disabled')])).toEqual([
      ['Student', null],
      ['EstatesThis stream is not available yet.', 'true'],
      ['FinanceThis stream is not available yet.', 'true'],
      ['StaffThis stream is not available yet.', 'true'],
    ])
    await user.click(options[1]!)
    expect(screen.getByRole('button', { name: /Stream/ }).textContent).toBe('Student')
  })

  it('tell who is signed in and in which roles, keep the chosen colours, and sign out', async () => {
    const { user, session, services } = await frame({ user: submitter })
    const send = vi.spyOn(session, 'send').mockReturnValue()
    await user.click(screen.getByRole('button', { name: submitter.name }))
    expect(screen.getByText('ashby-signoff · Submitter, Sign-off')).toBeTruthy()
    await user.click(screen.getByText('Dark'))
    expect(services.preferences.getSnapshot().context).toMatchObject({ theme: 'dark' })
    await user.click(screen.getByText('Sign out'))
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'SIGN_OUT' })
  })
})

describe('the shortcuts of one key', () => {
  it('are listed by "?", with those of the inspector where they count', async () => {
    const { user } = await frame({ at: '/inspector' })
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Help' })
    const keys = await within(dialog).findByRole('region', { name: 'Keyboard shortcuts' }, aWhile)
    expect(
      within(keys)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['?', 'Ctrl K', '/', 'Esc', 'Tab', 'Arrow keys', '+  −  0', 'Enter', 'Space'])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Help' })).toBeNull()
  })

  it('can be turned off by who presses keys by mistake', async () => {
    const { user, services } = await frame()
    services.preferences.subscribe(({ context }) =>
      applySingleKeys(context.hasSingleKeys, document.documentElement),
    )
    const turn = async (from: 'true' | 'false', to: 'true' | 'false') => {
      await user.click(screen.getByRole('button', { name: analyst.name }))
      const choice = screen.getByText('Single-key shortcuts').closest('button')
      expect(choice?.getAttribute('aria-pressed')).toBe(from)
      await user.click(choice!)
      expect(choice?.getAttribute('aria-pressed')).toBe(to)
      await user.keyboard('{Escape}')
    }
    await turn('true', 'false')
    const link = screen.getByRole('link', { name: 'Dashboard' })
    link.focus()
    await user.keyboard('?')
    expect(screen.queryByRole('dialog', { name: 'Help' })).toBeNull()
    await turn('false', 'true')
    link.focus()
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Help' })).toBeTruthy()
  })
})

describe('the notices', () => {
  const running = { state: 'running', done: 3, total: 8, message: 'Uploading' }

  it('tell how far the demonstration data is, when nothing presses more', async () => {
    await frame({ answers: { 'GET /demonstration': running } })
    const progress = await screen.findByRole('progressbar', { name: 'Demonstration data' })
    expect(progress.getAttribute('aria-valuetext')).toContain('3 of 8 submissions')
  })

  it('are one at a time, the most pressing first', async () => {
    const { session, live, user } = await frame({ answers: { 'GET /demonstration': running } })
    await screen.findByRole('progressbar')
    live.send({ type: 'LIVE_LOST' })
    expect(await screen.findByText('Live connection lost')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()

    session.send({ type: 'TOKEN_EXPIRING' })
    expect((await screen.findByRole('alert')).textContent).toContain('Your session is about to end')
    expect(screen.queryByText('Live connection lost')).toBeNull()
    const send = vi.spyOn(session, 'send')
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }))
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'STAY_SIGNED_IN' })
  })

  it('offer to connect again where nothing tries that by itself any more', async () => {
    let isBroken = true
    const { user, live } = await frame({
      connect: () => {
        if (isBroken) throw new Error('This device has no sockets.')
      },
    })
    expect(await screen.findByText('Live connection lost')).toBeTruthy()
    expect(screen.queryByText(/keeps trying to connect/)).toBeNull()
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Reconnect' }))
    await waitFor(() => expect(screen.queryByText('Live connection lost')).toBeNull())
    expect(live.getSnapshot().matches({ following: { open: 'connected' } })).toBe(true)
  })

  it('offer a later release, and leave to the reader when to load it', async () => {
    let release = '1.2.0'
    const { live } = await frame({ release, connect: () => ({ release }) })
    const reconnect = () => {
      live.send({ type: 'LIVE_LOST' })
      live.send({ type: 'WOKEN', by: 'network' })
    }
    reconnect()
    await waitFor(() => expect(screen.queryByText('Live connection lost')).toBeNull())
    expect(screen.queryByText('A new version is available')).toBeNull()
    release = '1.3.0'
    reconnect()
    const notice = await screen.findByText('A new version is available')
    expect(notice.closest('[role]')?.getAttribute('role')).toBe('status')
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Screen')
  })

  it('say that the session has ended and keep the screen', async () => {
    const { session } = await frame()
    session.send({ type: 'SESSION_ENDED_ELSEWHERE' })
    expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Screen')
  })

  it('say what did not work until they are closed', async () => {
    const { user } = await frame({ user: submitter, organisations: choices })
    const box = await screen.findByRole('combobox', { name: 'Organisation' })
    await user.clear(box)
    await user.type(box, 'Brackley')
    await user.click(await screen.findByRole('option'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('There is a problem')
    expect(box).toHaveProperty('value', 'University of Ashby')
    await user.click(within(alert).getByRole('button'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a screen that cannot be drawn', () => {
  it('says so, is the title, and is drawn again by "Try again" without loading the page anew', async () => {
    let isBroken = true
    function Screen() {
      if (isBroken) throw new Error('Something is undefined.')
      return <h1>Drawn</h1>
    }
    const router = createMemoryRouter([{ path: '/', element: <Screen />, errorElement: <RenderFailure /> }])
    const silence = vi.spyOn(console, 'error').mockReturnValue()
    render(<RouterProvider router={router} />)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('An error has occurred')
    expect(screen.getByText('Oops - something went wrong.')).toBeTruthy()
    expect(document.title).toBe('An error has occurred – Bedel')
    silence.mockRestore()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Drawn' })).toBeTruthy()
  })
})
