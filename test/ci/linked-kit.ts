/** A package that npm installs at once: the manifest without dependencies, and a link to what `npm run build` has built. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root: string = join(import.meta.dirname, '../..');

/** Fills an empty folder. Dependencies resolve from the place that the link leads to, this checkout. */
export function linkKit(folder: string): string {
  const { name, version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, bin }));
  symlinkSync(join(root, 'dist'), join(folder, 'dist'));
  return folder;
}
