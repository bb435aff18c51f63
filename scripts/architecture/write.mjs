// @ts-check
/**
 * Writes what follows from the table: `biome.folders.json` and the map in docs/architecture.md.
 * With --check it writes nothing, and fails if one of them is not current.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { overrides } from './rules.mjs';
import { exceptions, folders, rootFiles, suiteImports } from './table.mjs';

const root = join(import.meta.dirname, '../..');
const rulesFile = 'biome.folders.json';
const mapFile = 'docs/architecture.md';
const mapBlock = /(<!-- folders -->\n)[\s\S]*?(<!-- \/folders -->)/;

/** A Markdown table of all folders. */
function map() {
  const rows = [
    ...Object.entries(folders).map(([name, folder]) => ({ where: `src/${name}/`, ...folder })),
    ...Object.entries(rootFiles).map(([name, file]) => ({ where: `src/${name}`, ...file })),
    { where: 'suites/', contents: 'the requirements and their checks, by area', imports: suiteImports },
  ];
  return [
    '| where | contents | may import |',
    '| --- | --- | --- |',
    ...rows.map(({ where, contents, imports }) => `| \`${where}\` | ${contents} | ${imports.join(', ') || '–'} |`),
    '',
  ].join('\n');
}

/** Where the table and the folders disagree, as lines for a person. */
function disagreements() {
  const known = new Set([...Object.keys(folders), ...Object.keys(rootFiles)]);
  const unknown = readdirSync(join(root, 'src')).filter((name) => !known.has(name) && !name.endsWith('.test.ts'));
  const stale = exceptions.filter(
    ({ file, imports }) => !importsOf(file).some((one) => one === imports || one.includes(`/${imports}/`)),
  );
  return [
    ...unknown.map((name) => `src/${name} is not in scripts/architecture/table.mjs`),
    ...stale.map(({ file, imports }) => `${file} does not import ${imports} any more: remove its exception`),
  ];
}

/** @param {string} file */
function importsOf(file) {
  const path = join(root, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return [...text.matchAll(/(?:from|import\()\s*'(?<name>[^']+)'/g)].map(({ groups }) => groups?.['name'] ?? '');
}

/** What each generated file must contain. */
function wanted() {
  // One override per line, so that a change of the table shows as a change of few lines.
  const rules = overrides().map((override) => JSON.stringify(override));
  const files = new Map([[rulesFile, `{"overrides":[\n${rules.join(',\n')}\n]}\n`]]);
  const page = join(root, mapFile);
  if (existsSync(page)) {
    const text = readFileSync(page, 'utf8');
    files.set(
      mapFile,
      text.replace(mapBlock, (_, open, close) => `${open}${map()}${close}`),
    );
  }
  return files;
}

const check = process.argv.includes('--check');
const problems = disagreements();
for (const [file, text] of wanted()) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (check) problems.push(`${file} is not current: npm run lint:rules`);
  else writeFileSync(path, text);
}
for (const line of problems) console.error(line);
process.exitCode = problems.length > 0 ? 1 : 0;
