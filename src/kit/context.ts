/** What all checks of a run share: one client, one watch, the users, the observations. Made once in the worker. */
import { Client } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import { Logs } from '../model/logs.ts';
import { Users } from '../model/users.ts';
import { Creations } from './creations.ts';
import { gapSights } from './gap-sights.ts';
import { Latencies } from './latency.ts';
import { Observations } from './observations.ts';
import { Watch } from './watch.ts';

export interface Context {
  readonly settings: Settings;
  readonly client: Client;
  readonly users: Users;
  readonly creations: Creations;
  readonly logs: Logs;
  readonly watch: Watch;
  readonly observations: Observations;
  readonly latencies: Latencies;
}

export function createContext(settings: Settings, client = new Client(settings)): Context {
  const observations = new Observations();
  const latencies = new Latencies();
  const watch = new Watch(observations, latencies);
  client.listen((exchange) => watch.see(exchange));
  client.listen(gapSights(observations));
  return {
    settings,
    client,
    users: new Users(client),
    creations: new Creations(client),
    logs: new Logs(client),
    watch,
    observations,
    latencies,
  };
}
