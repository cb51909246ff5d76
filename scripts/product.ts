import type { Plugin } from 'vite'
import { product as ofEnvironment } from '../src/domain/product.ts'

/**
 * Puts the product's name and key into the pages: a browser has no environment to ask. The key stands on the page itself, too, so
 * that a server of another one refuses it.
 */
export const productOfPages = (product: { name: string; key: string } = ofEnvironment): Plugin => ({
  name: 'product',
  config: () => ({
    define: {
      __PRODUCT_NAME__: JSON.stringify(product.name),
      __PRODUCT_KEY__: JSON.stringify(product.key),
    },
  }),
  transformIndexHtml: page =>
    page.replaceAll('%PRODUCT_NAME%', product.name).replaceAll('%PRODUCT_KEY%', product.key),
})
