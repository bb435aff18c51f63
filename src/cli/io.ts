/** What a command may use of its process. Tests pass their own. */
export interface Io {
  /** Prints results: what a user would redirect into a file. */
  readonly out: (text: string) => void;
  /** Prints progress, warnings and errors. */
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly outIsTTY: boolean;
  readonly errIsTTY: boolean;
  /** Columns of the terminal; 80 without one. */
  readonly width: number;
  /** Calls the listener at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process. Returns a function that removes it. */
  readonly onStop: (listener: (signal: string) => void) => () => void;
}

/** 0 conformant or done, 1 not conformant or worse, 2 wrong usage, 3 could not be judged, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** `--no-color` wins, then FORCE_COLOR, NO_COLOR (https://no-color.org), then whether the output is a terminal. */
export function wantsColor(io: Pick<Io, 'env'>, isTTY: boolean, noColor: unknown): boolean {
  if (noColor === true) return false;
  const forced = io.env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((io.env['NO_COLOR'] ?? '') !== '') return false;
  return isTTY && io.env['TERM'] !== 'dumb';
}
