/** One exchange as the report shows it: secrets masked, long bodies truncated, header names and values as on the wire. */
export interface Evidence {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  /** Null if there was no response; `failure` then says why. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** Bytes of the body as received. */
    readonly bytes: number;
  } | null;
  readonly failure?: string;
  readonly ms: number;
  /** A line for a POSIX shell, which takes secrets from variables such as `CAWL_TOKEN`. */
  readonly curl: string;
  /** What the exchange proves: "page 4, reached by next from page 3". */
  readonly note?: string;
}
