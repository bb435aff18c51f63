/**
 * The report folder and which of its files belong to a run. A manifest lists what a run wrote, and the next run removes only
 * those. A file that no run wrote is never overwritten: by mistake, a report folder may be someone's web root.
 */
import { mkdir, open, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
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

/** Removes what an earlier run wrote, and opens the folder for this one. @throws UsageError as {@link checkFolder} */
export async function claimFolder(dir: string, names: readonly string[]): Promise<Folder> {
  await checkFolder(dir, names);
  await mkdir(dir, { recursive: true });
  const old = await earlier(dir);
  for (const name of old) await rm(join(dir, name), { force: true });
  for (const parent of parentsOf(old)) await rmdir(join(dir, parent)).catch(() => undefined);
  const written = new Set<string>();
  // Written before the first file and after the last. If the run breaks off in between, the text of a file tells who wrote it.
  const save = () => writeFile(join(dir, manifestName), `${JSON.stringify({ files: [...written] }, null, 2)}\n`);
  await save();
  return {
    dir,
    async write(name, content) {
      written.add(name);
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await writeFile(join(dir, name), content);
    },
    adopt(name) {
      written.add(name);
    },
    async done() {
      await save();
      return [...written];
    },
  };
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

// Every file that a run writes names this kit in its first lines. That helps where the manifest was lost, as in CI caches that
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
