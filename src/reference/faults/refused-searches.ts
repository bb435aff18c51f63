/** Searches that are refused for a value that is allowed, or for a parameter that is not there. */
import { type Call, Refusal } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import type { Server } from '../state.ts';
import { queryOf, wrapStep } from '../tampering.ts';

export const refusedSearches = defineFaults({
  'logs-succeeded-refused-sorted-undirected': {
    owner: 'logs/allowed-values',
    defect: 'refuses status=succeeded with sortBy and without sortDirection',
    apply: (server) =>
      refuseSearches(
        server,
        (query) => query.get('status') === 'succeeded' && query.has('sortBy') && !query.has('sortDirection'),
      ),
  },
  'logs-ascending-refused-on-shortest': {
    owner: 'logs/allowed-values',
    defect: 'refuses sortDirection=asc on logs of one entry, and on empty ones',
    apply: (server) => refuseSearches(server, (query, entries) => query.get('sortDirection') === 'asc' && entries < 2),
  },
  'logs-direction-required-in-range-by-status': {
    owner: 'logs/optional-parameters',
    defect: 'refuses to sort a range by status without sortDirection',
    apply: (server) =>
      refuseSearches(
        server,
        (query) => query.get('sortBy') === 'status' && query.has('from') && !query.has('sortDirection'),
      ),
  },
});

/** @param isRefused of a search that is not at a cursor: its parameters, and the number of entries of its log */
function refuseSearches(server: Server, isRefused: (query: URLSearchParams, entries: number) => boolean): void {
  wrapStep(server, 'select', (inner) => (search) => {
    const { call, log, cursor } = search;
    if (cursor === undefined && isRefused(queryOf(call), log.length)) throw refusalOf(call);
    return inner(search);
  });
}

const refusalOf = ({ search }: Call): Refusal => new Refusal(400, `${search} is not supported.`);
