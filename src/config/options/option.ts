/** An option of `cawl run`. */
export interface RunOption {
  readonly flag: string;
  readonly env?: string;
  /** The value's place in the configuration, as a JSON Pointer. */
  readonly path?: string;
  /** `list` may be repeated; `switch` takes no value. */
  readonly kind: 'text' | 'list' | 'switch';
  /** A switch that sets its place to false. */
  readonly negates?: true;
  /** The name of the value in the help: `--rate N`. */
  readonly takes?: string;
  readonly describe: string;
  readonly group: string;
}
