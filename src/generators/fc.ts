/** fast-check for the suites, which import it from src/suite.ts: the library stays in this folder. */
export * as fc from 'fast-check';
