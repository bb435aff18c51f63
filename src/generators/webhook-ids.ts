/** Webhook ids that are wrong in one way: those that a careless comparison, pattern or query accepts as the right one. */

export interface WrongWebhookId {
  readonly label: string;
  /** The request's webhook, or its target where no id can make it. */
  readonly how: { readonly webhook: string } | { readonly target: string };
}

/** @param configured ids that must not be among them */
export function wrongWebhookIds(id: string, configured: readonly string[]): WrongWebhookId[] {
  const short = id.slice(0, -1);
  const ids = [
    ...[short, id.slice(0, Math.ceil(id.length / 2)), id.slice(1), `${id}0`, `${id}x`, `x${id}`, `${id}${id}`],
    ...['%', '_'.repeat(id.length), `${short}_`, `${short}%`, `${id.slice(0, 2)}%`],
    ...['*', `${short}*`, `${short}?`, '.*', `${short}.`, `^${id}`, `${id}|x`, `[${id[0]}]${id.slice(1)}`],
    ...[`' OR '1'='1`, `${id}' OR '1'='1`, `x' OR 1=1 --`, `" OR ""="`, `${id}'--`, `${id},x`, `x,${id}`],
    ...['$ne', '{"$ne":null}', 'null', 'undefined', '0', '-1'],
  ];
  return [...new Set(ids)]
    .filter((webhook) => webhook !== '' && !configured.includes(webhook))
    .map((webhook) => ({ label: `the webhook id ${JSON.stringify(webhook)}`, how: { webhook } }));
}
