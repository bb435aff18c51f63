/** Opens a page in the browser of the user, and does not wait for it. A machine without one is not an error. */
import { spawn } from 'node:child_process';

export function openPage(path: string): void {
  const [program, ...words] =
    process.platform === 'darwin'
      ? ['open', path]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', path]
        : ['xdg-open', path];
  const child = spawn(program!, words, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
