/** The catalogue, read here for all commands and passed on from them: nothing below `src/cli` imports the suites. */
export { catalogue } from '../../suites/catalogue.ts';
