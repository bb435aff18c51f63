/** fast-check as the suites see it: through the kit, so that the library stays in this folder. */
export * as fc from 'fast-check';
