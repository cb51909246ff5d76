import axe from 'axe-core'

/**
 * What axe asks of its weak collections, kept in the key itself. Axe is compiled for browsers without private fields, and
 * keeps each part of each colour in a collection of its own, which the collector of garbage goes through again and again.
 */
const collections = `
  const collection = () => class {
    #name = Symbol()
    has(key) { return this.#name in key }
    get(key) { return key[this.#name] }
    set(key, value) { key[this.#name] = value; return this }
    add(key) { return this.set(key, true) }
    delete(key) { return this.has(key) && delete key[this.#name] }
  }
  const WeakMap = collection()
  const WeakSet = collection()
`

/** A colour is read once: a page writes the same few on thousands of elements, and axe goes through every space for each. */
const colours = `
  const { prototype } = window.axe.commons.color.Color
  const read = prototype.parseString
  const known = new Map()
  prototype.parseString = function (text) {
    if (!known.has(text)) {
      const { r, g, b, alpha } = read.call(this, text)
      known.set(text, { r, g, b, alpha })
    }
    return Object.assign(this, known.get(text))
  }
`

/** The script of axe, so that it finds the same in half the time on a page with much text. */
export const quickAxe = `(() => {${collections};${axe.source};${colours}})()`
