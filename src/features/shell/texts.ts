/** Words of the frame around every screen (specification 1 §1, §6, §8). */
export const texts = {
  navigation: 'Main',
  links: {
    dashboard: 'Dashboard',
    submissions: 'Submissions',
    monitoring: 'Monitoring',
    inspector: 'Inspector',
  },
  organisation: 'Organisation',
  stream: 'Stream',
  unavailableStream: 'This stream is not available yet.',
  account: 'Account',
  signOut: 'Sign out',
  staff: 'Staff',
  theme: 'Colours',
  themes: { system: 'As the device', light: 'Light', dark: 'Dark' },
  keys: {
    group: 'Keyboard',
    single: 'Shortcuts of one key',
    title: 'Keyboard shortcuts',
    everywhere: [
      { keys: '?', does: 'Show this list' },
      { keys: '/', does: 'Go to the search of the page, where there is one' },
      { keys: 'Esc', does: 'Close what is open' },
    ],
    inspector: [
      { keys: 'Tab', does: 'Into the drawing, then to its first state' },
      { keys: '← ↑ ↓ →', does: 'Move the drawing; from a state, to the next one' },
      { keys: '+  −  0', does: 'Nearer, farther, all of it' },
      { keys: 'Enter', does: 'Read about a state or transition' },
      { keys: 'Space', does: 'Fold or unfold a state that holds others' },
    ],
  },
  session: {
    expiring: {
      title: 'Your session is about to end',
      text: 'You are signed out in less than a minute. What you have entered stays if you stay signed in.',
      stay: 'Stay signed in',
    },
    expired: {
      title: 'Your session has ended',
      text: 'Sign in again in another window to keep what you have entered here, or sign in now.',
      signIn: 'Sign in again',
    },
  },
  problem: { title: 'That did not work', dismiss: 'Dismiss' },
  live: {
    title: 'The live connection is lost',
    text: 'What you see may be out of date. The portal keeps trying to connect, and asks for everything afresh when it succeeds.',
  },
  demonstration: {
    label: 'Demonstration data',
    running:
      'Demonstration data is being made by running files through the system. You can use everything meanwhile.',
    amount: (done: number, total: number) => `${done} of ${total} submissions`,
    failed: 'The demonstration data could not be made',
  },
  notFound: {
    title: 'Page not found',
    text: 'There is nothing at this address. It may have been typed wrongly, or the page has moved.',
    home: 'Go to the dashboard',
  },
  failure: {
    title: 'An error has occurred',
    text: 'Oops - something went wrong.',
    retry: 'Reload the page',
  },
} as const
