// @ts-check
/** Whether a version can be published: tag, manifest, lock file and changelog must agree. Pure functions over their texts. */

/**
 * What speaks against publishing; empty if nothing does.
 * @param {{ tag: string, manifest: { version: string }, lock: { version: string }, changelog: string }} release
 * @returns {string[]}
 */
export function releaseProblems({ tag, manifest, lock, changelog }) {
  const { version } = manifest;
  const notes = notesOf(changelog, version);
  const problems = [];
  if (tag !== `v${version}`)
    problems.push(`the tag is ${tag}; package.json has version ${version}, so expected v${version}`);
  if (lock.version !== version) problems.push(`package-lock.json has version ${lock.version}; expected ${version}`);
  if (notes === undefined) problems.push(`CHANGELOG.md has no section "## ${version} (YYYY-MM-DD)"`);
  if (notes === '') problems.push(`the section of ${version} in CHANGELOG.md is empty`);
  if (sectionOf(changelog, /^Unreleased$/)) problems.push('CHANGELOG.md still has lines under "## Unreleased"');
  return problems;
}

/**
 * The lines of a version in the changelog, without its heading; undefined if it has no section with a date.
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  return sectionOf(changelog, new RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`));
}

/**
 * @param {string} changelog
 * @param {RegExp} title
 */
function sectionOf(changelog, title) {
  const section = changelog.split(/^## /m).find((text) => title.test(text.split('\n', 1)[0] ?? ''));
  return section?.slice(section.indexOf('\n')).trim();
}
