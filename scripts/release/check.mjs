// @ts-check
/**
 * Fails unless the version in the current folder can be published under the tag that the variable TAG names. Prints the
 * notes of that version, for the release's page.
 */
import { readFileSync } from 'node:fs';
import { notesOf, releaseProblems } from './problems.mjs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const tag = process.env['TAG'] ?? '';

const problems = releaseProblems({ tag, manifest, lock, changelog });
for (const problem of problems) console.error(`cannot release: ${problem}`);
if (problems.length === 0) console.log(notesOf(changelog, manifest.version));
process.exitCode = problems.length === 0 ? 0 : 1;
