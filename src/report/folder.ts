/**
 * The report folder: which files in it are a run's own. A manifest names what a run wrote; the next run takes just those
 * away. A file in the way that no run wrote is never overwritten: a report folder may be someone's web root by mistake.
 */
import { mkdir, open, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { UsageError } from '../core/errors.ts';

/** Names what the last run wrote: `{"files": ["index.html", …]}`. */
export const manifestName = '.cawl-files.json';

export interface Folder {
  /** Absolute or as it was given. */
  readonly dir: string;
  /** Writes one file, relative to the folder, and remembers it. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** Remembers a file that another program wrote below the folder. */
  adopt(name: string): void;
  /** Writes the manifest and gives the files written. */
  done(): Promise<string[]>;
}

/**
 * Says before a run whether its reports can be written there, so that no result is lost after it.
 * @throws UsageError naming the file in the way
 */
export async function checkFolder(dir: string, names: readonly string[]): Promise<void> {
  const place = await stat(dir).catch(() => null);
  if (place !== null && !place.isDirectory()) {
    throw new UsageError(`${dir} is a file, and reports need a folder`, 'name a folder with --report-dir');
  }
  const own = new Set(await earlier(dir));
  for (const name of names) {
    if (own.has(name) || (await writtenByUs(join(dir, name)))) continue;
    throw new UsageError(
      `${join(dir, name)} is in the way: no run of cawl wrote it`,
      'choose another folder with --report-dir, or move that file away',
    );
  }
}

/** Takes away what an earlier run wrote, and opens the folder for this one. @throws UsageError as {@link checkFolder} */
export async function claimFolder(dir: string, names: readonly string[]): Promise<Folder> {
  await checkFolder(dir, names);
  await mkdir(dir, { recursive: true });
  const old = await earlier(dir);
  for (const name of old) await rm(join(dir, name), { force: true });
  for (const parent of parentsOf(old)) await rmdir(join(dir, parent)).catch(() => undefined);
  const written = new Set<string>();
  // Written before the first file and after the last; a file in between says by its own text who wrote it.
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

// A manifest is a file like any other and may have been edited: it never reaches outside its folder.
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

// Every file that a run writes says in its first lines which kit wrote it; that stands where the manifest was lost, as in
// CI caches that leave out hidden files.
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
