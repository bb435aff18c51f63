/** One exchange as the report shows it: secrets masked, bodies cut, header names and values as on the wire. */
export interface Evidence {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  /** Null when no answer came; `failure` then says why. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** Octets of the body as received, before any cut. */
    readonly bytes: number;
  } | null;
  readonly failure?: string;
  readonly ms: number;
  /** A line for a POSIX-like shell; secrets are taken from `CAWL_TOKEN` and such. */
  readonly curl: string;
  /** What this exchange is in the proof: "page 4, reached by next from page 3". */
  readonly note?: string;
}
