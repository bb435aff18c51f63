/**
 * The parts of undici that a run uses. The entry of the package also loads fetch, WebSocket and its caches, which a run does not
 * need: they take two thirds of the time that undici takes to load, in the program and once more in the thread of the checks.
 */
import { createRequire } from 'node:module';
import type { Dispatcher, Agent as UndiciAgent, Pool as UndiciPool, ProxyAgent as UndiciProxyAgent } from 'undici';

const load = createRequire(import.meta.url);

export type Pool = UndiciPool;
export const Pool = load('undici/lib/dispatcher/pool.js') as typeof UndiciPool;

type RequestBy = (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;

interface Agents {
  readonly Agent: typeof UndiciAgent;
  readonly ProxyAgent: typeof UndiciProxyAgent;
  readonly request: RequestBy;
}

let agents: Agents | undefined;

/** The client for a source of verification codes, which not every run has. */
export function loadAgents(): Agents {
  agents ??= {
    Agent: load('undici/lib/dispatcher/agent.js') as typeof UndiciAgent,
    ProxyAgent: load('undici/lib/dispatcher/proxy-agent.js') as typeof UndiciProxyAgent,
    /** Only the entry of the package makes it a method of each dispatcher. */
    request: load('undici/lib/api/api-request.js') as RequestBy,
  };
  return agents;
}
