/**
 * The copy of vitest that runs the current test file. The kit depends on vitest for its own runs, and npm hoists or nests
 * that copy; an import would find it, and the tests it defined would never run. Therefore the kit takes the module from
 * where vitest puts it for in-source tests (`import.meta.vitest`), instead of importing a peer dependency.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UsageError } from '../core/errors.ts';

/** What the kit uses of a test's context. */
export interface TestContext {
  readonly task: {
    readonly meta: Record<string, unknown>;
    readonly result?: Record<string, unknown>;
  };
  readonly signal: AbortSignal;
  skip(note?: string): never;
  annotate(message: string, type?: string): Promise<unknown>;
}

/** A `describe` as vitest collects it. */
export interface Suite {
  readonly type: 'suite';
  readonly tasks: readonly (Suite | { readonly type: 'test'; readonly name: string; readonly mode: string })[];
}

/** What the kit uses of vitest. The same in the supported versions. */
export interface Vitest {
  describe(name: string, define: () => void): void;
  test(
    name: string,
    options: { readonly timeout: number; readonly retry: number; readonly repeats: number },
    body: (context: TestContext) => Promise<void>,
  ): void;
  beforeAll(work: () => Promise<void>, timeoutMs: number): void;
  afterAll(work: () => Promise<void>, timeoutMs: number): void;
}

/** Major versions, and the oldest minor version of the first: that one introduced annotations. */
const supported = { oldest: [3, 2], newestMajor: 5 } as const;
const supportedInWords = '3.2 or later, 4 or 5';

/** @throws UsageError outside of a test file, and in a version of vitest that is not supported */
export function runningVitest(): Vitest {
  const { __vitest_index__: index, __vitest_worker__: worker } = globalThis as {
    __vitest_index__?: Vitest;
    __vitest_worker__?: { readonly config?: { readonly root?: string } };
  };
  if (index === undefined)
    throw new UsageError(
      'conformance() was called outside of a test file of vitest',
      `run the file with vitest ${supportedInWords}; in other test runners use judge() of cawl-conformance`,
    );
  rejectUnsupported(versionFrom(worker?.config?.root));
  return index;
}

/** @param version undefined if it cannot be found out, as with a copy that lies elsewhere */
export function rejectUnsupported(version: string | undefined): void {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = supported.oldest;
  const isSupported =
    version === undefined ||
    (major === oldestMajor && minor >= oldestMinor) ||
    (major > oldestMajor && major <= supported.newestMajor);
  if (isSupported) return;
  throw new UsageError(
    `conformance() was called in vitest ${version}; it works in vitest ${supportedInWords}`,
    'install such a version, or use judge() of cawl-conformance in a test',
  );
}

function versionFrom(root: string | undefined): string | undefined {
  if (root === undefined) return undefined;
  try {
    const file = createRequire(join(root, 'package.json')).resolve('vitest/package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return undefined;
  }
}
