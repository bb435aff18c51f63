/** `T` with every property that may be undefined made optional instead. */
export type Defined<T extends object> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Copies an object without the properties whose value is undefined, in the same order. Under `exactOptionalPropertyTypes` an
 * optional property may be absent but not undefined; this replaces a conditional spread for each of them.
 * @example defined({ id, message: verdict.message }) // { id: 'a' } if message is undefined
 */
export function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
