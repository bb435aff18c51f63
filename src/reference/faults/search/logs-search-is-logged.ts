import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-search-is-logged',
  breaks: 'Searching is a GET and changes nothing; here each search adds to the total of the log.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/search-changes-nothing',
  apply(server) {
    let searches = 0;
    wrap(server, 'total', (inner) => (view, search) => {
      if (!search.cursor) searches += 1;
      return (inner(view, search) as number) + Math.floor(searches / 10);
    });
  },
});
