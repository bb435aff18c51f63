/** Whether a host is this machine: what is sent there leaves it for no network. */

/** @param host as `URL.hostname` gives it: an IPv6 address stands in brackets, an IPv4 address has four numbers */
export function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])\.?$/i.test(host);
}
