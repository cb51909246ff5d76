import { describe, expect, it } from 'vitest'
import { inEnglish } from '../messages.ts'
import { addressFault, callAddress, isPublicAddress } from './address.ts'

describe('an address that a webhook may call', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
  ])('is not %s', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('is %s', address => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ['not an address', 'Enter the full address, beginning with https://'],
    ['ftp://example.org', 'Enter the full address, beginning with https://'],
    ['http://example.org/hook', 'Only addresses that begin with https:// can be called.'],
    ['https://user:secret@example.org', 'Enter the address without a user name or password.'],
    ['https://localhost/hook', 'private network'],
    ['https://api.localhost/hook', 'private network'],
    ['https://metadata.google.internal/', 'private network'],
    ['https://127.0.0.1/hook', 'private network'],
    ['https://[::1]/hook', 'private network'],
    ['https://2130706433/hook', 'private network'],
    ['https://0x7f.1/hook', 'private network'],
  ])('is refused at once: %s', (address, words) => {
    const fault = addressFault(address, false)
    expect(fault && inEnglish(fault)).toContain(words)
  })

  it('may be private and without encryption where the configuration says so', () => {
    expect(addressFault('http://127.0.0.1:4000/hook', true)).toBeUndefined()
    expect(addressFault('https://hooks.example.org/a', false)).toBeUndefined()
  })

  it('is looked up when it is called: a name that leads to this machine is not connected to', async () => {
    // The name of this machine has a dot behind it, so that it passes for one of the internet until it is looked up.
    const { status, fault } = await callAddress(
      'https://localhost.localdomain/',
      { headers: {}, body: '' },
      false,
    )
    expect(status).toBeNull()
    expect(fault && inEnglish(fault)).toMatch(/private network|could not be reached/)
  })
})
