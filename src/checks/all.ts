/** All checks, and how they become tests of vitest. The build writes this and every suite into one file (import-checks.ts). */
export { loadSuites } from './load-suites.ts';
export { checks } from './registry.ts';
export { defineChecks } from './vitest-entry.ts';
