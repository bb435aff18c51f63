/** What a run writes. */
import { reporterHelp } from '../../report/reporters.ts';
import type { RunOption } from './option.ts';

const group = 'Output:';

export const outputOptions: readonly RunOption[] = [
  {
    flag: 'report-dir',
    env: 'CAWL_REPORT_DIR',
    path: '/run/reportDir',
    kind: 'text',
    takes: 'DIR',
    describe: 'folder for the reports; default reports',
    group,
  },
  {
    flag: 'reporter',
    env: 'CAWL_REPORTER',
    path: '/run/reporters',
    kind: 'list',
    takes: 'NAME',
    describe: reporterHelp,
    group,
  },
  {
    flag: 'history',
    env: 'CAWL_HISTORY',
    kind: 'text',
    takes: 'FILE',
    describe: 'append this run, and draw the last ones in the report',
    group,
  },
  { flag: 'write-waivers', kind: 'switch', describe: 'print a waivers block for the failures of this run', group },
  {
    flag: 'quiet',
    env: 'CAWL_QUIET',
    path: '/run/quiet',
    kind: 'switch',
    describe: 'print only failures and the verdict',
    group,
  },
  { flag: 'open', kind: 'switch', describe: 'open the page in the browser when the run has ended', group },
  { flag: 'no-color', kind: 'switch', describe: 'no colors; NO_COLOR and FORCE_COLOR also apply', group },
];
