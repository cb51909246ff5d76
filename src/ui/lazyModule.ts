/** Code that is loaded when it is first wanted. */
export interface LazyModule<Module> {
  /** The same promise for everybody; after a failure the next call tries again. */
  load: () => Promise<Module>
  /** What has been loaded already. */
  now: () => Module | undefined
}

/** Code behind an `import()`, to be loaded when it is first wanted. */
export const lazyModule = <Module>(fetchModule: () => Promise<Module>): LazyModule<Module> => {
  let loaded: Module | undefined
  let coming: Promise<Module> | undefined
  return {
    now: () => loaded,
    load: () => {
      coming ??= fetchModule().then(
        module => {
          loaded = module
          return module
        },
        (error: unknown) => {
          coming = undefined
          throw error
        },
      )
      return coming
    },
  }
}
