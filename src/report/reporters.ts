/**
 * The reporters, one entry each. Names, help text, defaults, file names and the names in the configuration schema follow from
 * this map, so a new format is a renderer and an entry here. Renderers are loaded when they are used: `cawl --help` reads the
 * names and must stay quick.
 */
import { createRequire } from 'node:module';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport } from '../core/report.ts';
import type { Folder } from './folder.ts';

type Renderer = (report: ConformanceReport) => string;

export interface Reporter {
  readonly isDefault?: true;
  /** Modules of packages that the user installs, since most do without. */
  readonly needs?: readonly string[];
  /** Files with fixed names, relative to the report folder. */
  readonly files: Readonly<Record<string, () => Promise<Renderer>>>;
  /** For formats whose files have no fixed names, or that another program writes. `marker` is the file that shows it ran. */
  readonly folder?: {
    readonly marker: string;
    readonly write: () => Promise<(report: ConformanceReport, folder: Folder) => Promise<void>>;
  };
  /** What it prints to standard output. `console` prints a summary instead, see `src/cli/run.ts`. */
  readonly stdout?: () => Promise<Renderer>;
  /** What it appends to the files that environment variables name, by variable. */
  readonly appended?: Readonly<Record<string, () => Promise<Renderer>>>;
}

const markdown = async () => (await import('./summary.ts')).renderMarkdown;

export const reporters = {
  console: { isDefault: true, files: {} },
  html: { isDefault: true, files: { 'index.html': async () => (await import('./html/page.ts')).renderHtml } },
  json: {
    isDefault: true,
    files: {
      'conformance.json': async () => (await import('./json.ts')).renderJson,
      'summary.md': markdown,
      'badge.svg': async () => (await import('./badge.ts')).renderBadgeSvg,
      'badge.json': async () => (await import('./badge.ts')).renderBadgeJson,
    },
  },
  junit: { isDefault: true, files: { 'junit.xml': async () => (await import('./junit.ts')).renderJunit } },
  allure: {
    files: {},
    needs: ['allure-vitest/reporter', '@allurereport/core', '@allurereport/plugin-awesome'],
    folder: { marker: 'allure/index.html', write: async () => (await import('./allure/index.ts')).writeAllure },
  },
  github: {
    files: { 'summary.md': markdown },
    stdout: async () => (await import('./github.ts')).githubAnnotations,
    appended: {
      GITHUB_STEP_SUMMARY: markdown,
      GITHUB_OUTPUT: async () => (await import('./github.ts')).githubOutputs,
    },
  },
  har: { files: { 'conformance.har': async () => (await import('./har.ts')).renderHar } },
  sarif: { files: { 'sarif.json': async () => (await import('./sarif.ts')).renderSarif } },
  tap: { files: { 'report.tap': async () => (await import('./tap.ts')).renderTap } },
} as const satisfies Readonly<Record<string, Reporter>>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as readonly ReporterName[];

/** The entry of one reporter. */
export function reporter(name: ReporterName): Reporter {
  return reporters[name];
}

/** What a run writes unless it is told otherwise. */
export const defaultReporters = reporterNames.filter((name) => reporter(name).isDefault === true);

/** The description of `--reporter`. */
export const reporterHelp = `${defaultReporters.join(', ')} by default; also ${reporterNames
  .filter((name) => !defaultReporters.includes(name))
  .join(', ')}; repeatable`;

/** The files, relative to the report folder, that these reporters write; of Allure's many files the page alone. */
export function filesOf(names: readonly ReporterName[]): string[] {
  const files = names.flatMap((name) => {
    const { files, folder } = reporter(name);
    return [...Object.keys(files), ...(folder === undefined ? [] : [folder.marker])];
  });
  return [...new Set(files)];
}

/**
 * Checks before a run that its reporters can be loaded, so that no result is lost.
 * @throws UsageError that names the packages to install
 */
export function checkReporters(names: readonly ReporterName[], isInstalled = canResolve): void {
  for (const name of names) {
    const missing = (reporter(name).needs ?? []).filter((module) => !isInstalled(module));
    if (missing.length === 0) continue;
    const packages = missing.map((module) => module.replace(/^((?:@[^/]+\/)?[^/]+).*/, '$1'));
    throw new UsageError(
      `the reporter ${name} needs ${packages.join(', ')}, not installed here`,
      `npm install --save-dev ${packages.join(' ')}`,
    );
  }
}

function canResolve(module: string): boolean {
  try {
    createRequire(import.meta.url).resolve(module);
    return true;
  } catch {
    return false;
  }
}
