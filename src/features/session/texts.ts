import { product } from '../../domain/product.ts'

/** Words shown while nobody is signed in. */
export const texts = {
  navigation: 'Main',
  busy: 'Signing in …',
  leaving: 'Signing out …',
  signedOut: { title: 'You are signed out', text: `Thank you for using ${product.name}.`, signIn: 'Sign in' },
  failed: {
    title: 'Signing in did not work',
    retry: 'Try again',
  },
} as const
