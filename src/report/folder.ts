/**
 * The report folder and which of its files belong to a run. A manifest lists what a run wrote, and the next run removes only
 * those. A file that no run wrote is never overwritten: by mistake, a report folder may be someone's web root.
 */
import { mkdir, open, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { UsageError } from '../core/errors.ts';

/** Lists what the last run wrote: `{"files": ["index.html", …]}`. */
export const manifestName = '.cawl-files.json';

export interface Folder {
  /** Its path as it was given. */
  readonly dir: string;
  /** Writes one file, relative to the folder, and adds it to the manifest. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** Adds a file that another program wrote to the manifest. */
  adopt(name: string): void;
  /** Leaves a file of an earlier run as it is, if there is one. */
  keep(name: string): void;
  /** Writes the manifest and returns the files written. */
  done(): Promise<string[]>;
}

/**
 * Checks before a run that its reports can be written, so that no result is lost.
 * @throws UsageError that names the file in the way
 */
export async function checkFolder(dir: string, names: readonly string[]): Promise<void> {
  const place = await stat(dir).catch(() => null);
  if (place !== null && !place.isDirectory()) {
    throw new UsageError(
      `${dir} is a file, but reports need a folder`,
      'name a folder with --report-dir',
      'FILE_ERROR',
    );
  }
  await requireWritable(dir);
  const own = new Set(await earlier(dir));
  for (const name of names) {
    if (own.has(name) || (await writtenByUs(join(dir, name)))) continue;
    throw new UsageError(
      `${join(dir, name)} is in the way: cawl did not write it`,
      'choose another folder with --report-dir, or move that file',
      'FILE_ERROR',
    );
  }
}

/** @throws UsageError if no file can be written there */
async function requireWritable(dir: string): Promise<void> {
  const probe = join(dir, '.cawl.tmp');
  try {
    await makeFolders(dir);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new UsageError(
      `no report can be written to ${dir}: ${whyNotWritten(error)}`,
      'name another folder with --report-dir',
      'FILE_ERROR',
    );
  }
}

/**
 * Makes a folder and those above it. Not with the option `recursive` of `mkdir`, which never ends below a folder in which none
 * can be made and that says so as if itself were missing, such as /proc.
 */
export async function makeFolders(dir: string): Promise<void> {
  const isThere = await stat(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (isThere !== undefined) return;
  if (dirname(dir) !== dir) await makeFolders(dirname(dir));
  await mkdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'a part of the path is a file',
  ENOENT: 'the folder cannot be created there',
};

/** Why a file cannot be written, in words. */
export function whyNotWritten(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

/**
 * Opens the folder for this run. Files of an earlier run stay until the new ones are written.
 * @throws UsageError as {@link checkFolder}
 */
export async function claimFolder(dir: string, names: readonly string[]): Promise<Folder> {
  await checkFolder(dir, names);
  const old = await earlier(dir);
  const written = new Set<string>();
  return {
    dir,
    async write(name, content) {
      written.add(name);
      await makeFolders(dirname(join(dir, name)));
      await replaceFile(join(dir, name), content);
    },
    adopt(name) {
      written.add(name);
    },
    keep(name) {
      if (old.includes(name)) written.add(name);
    },
    async done() {
      const stale = old.filter((name) => !written.has(name));
      for (const name of stale) await rm(join(dir, name), { force: true });
      for (const parent of parentsOf(stale)) await rmdir(join(dir, parent)).catch(() => undefined);
      // Written last. If the run breaks off before, the text of a file tells who wrote it.
      await replaceFile(join(dir, manifestName), `${JSON.stringify({ files: [...written] }, null, 2)}\n`);
      return [...written];
    },
  };
}

/** Writes beside the file and renames: a reader meets the old content or the new one, and a full disk loses neither. */
async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const beside = `${path}.cawl.tmp`;
  try {
    await writeFile(beside, content);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function earlier(dir: string): Promise<string[]> {
  const text = await readFile(join(dir, manifestName), 'utf8').catch(() => '');
  try {
    const parsed: unknown = JSON.parse(text);
    const named = parsed !== null && typeof parsed === 'object' && 'files' in parsed ? parsed.files : [];
    return Array.isArray(named) ? named.filter((name) => typeof name === 'string' && within(name)) : [];
  } catch {
    return [];
  }
}

// A manifest may have been edited: it must not reach outside its folder.
function within(name: string): boolean {
  const path = normalize(name);
  return (
    name !== '' &&
    !isAbsolute(path) &&
    path !== '.' &&
    path !== '..' &&
    !path.startsWith(`..${sep}`) &&
    !name.includes('\0')
  );
}

// Every file that a run writes names this kit in its first lines. That helps if the manifest was lost, as in CI caches that
// skip hidden files.
async function writtenByUs(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (file === null) return true;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(8192), 0, 8192, 0);
    return bytesRead === 0 || buffer.subarray(0, bytesRead).includes('cawl');
  } finally {
    await file.close();
  }
}

function parentsOf(names: readonly string[]): string[] {
  const parents = new Set<string>();
  for (const name of names) {
    for (let parent = dirname(name); parent !== '.' && parent !== sep; parent = dirname(parent)) parents.add(parent);
  }
  return [...parents].sort((a, b) => b.length - a.length);
}
