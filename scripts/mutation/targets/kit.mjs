// @ts-check
/**
 * A module of the built kit, which judges the mutants.
 * @param {string} path below dist/
 */
export const kit = (path) => import(new URL(`../../../dist/${path}`, import.meta.url).href);
