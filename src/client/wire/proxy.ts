/**
 * Connections through an HTTP proxy. undici's ProxyAgent is not used for requests to the target: it keeps headers as an object
 * and so loses those that are sent twice, which some checks are about. https goes through a tunnel (RFC 9110 §9.3.6); http in
 * absolute form (RFC 9112 §3.2.2), since many proxies open tunnels to port 443 only.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';

/** What TLS needs to know of both sides. */
export type TlsOptions = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized'>;

/** The user and password of a proxy's URL as a header; none if it has none. */
export function proxyAuthorization(proxy: URL): readonly (readonly [string, string])[] {
  if (proxy.username === '') return [];
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return [['Proxy-Authorization', `Basic ${Buffer.from(user).toString('base64')}`]];
}

/** The proxy does not let a request through. */
class ProxyError extends Error {
  /** As that of a target that cannot be reached. */
  readonly code = 'ECONNREFUSED';
}

/** Opens a connection to `authority` (host and port) through the proxy. */
export function openTunnel(proxy: URL, authority: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...Object.fromEntries(proxyAuthorization(proxy)) },
      agent: false,
      timeout: timeoutMs,
    });
    const refuse = (why: string) => reject(new ProxyError(`the proxy ${proxy.host} ${why}`));
    request.once('connect', ({ statusCode }: IncomingMessage, socket: Socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      refuse(`answered ${statusCode} to CONNECT`);
    });
    request.once('response', ({ statusCode }) => {
      request.destroy();
      refuse(`answered ${statusCode} to CONNECT`);
    });
    request.once('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    request.once('error', ({ message }) => refuse(`cannot be reached: ${message}`));
    request.end();
  });
}

/** Speaks TLS with the target over a tunnel; rejects with the error of TLS. */
export async function openTls(proxy: URL, target: URL, tls: TlsOptions, timeoutMs: number): Promise<TLSSocket> {
  const tunnel = await openTunnel(proxy, `${target.hostname}:${target.port || 443}`, timeoutMs);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // TLS names no addresses (RFC 6066 §3).
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = connectTls({ ...tls, socket: tunnel, host, ...servername, ALPNProtocols: ['http/1.1'] });
    const timer = setTimeout(() => socket.destroy(new Error(`no TLS within ${timeoutMs} ms`)), timeoutMs);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

/** Connects a pool of undici to an https target through tunnels. */
export function tunnelConnector(proxy: URL, target: URL, tls: TlsOptions, timeoutMs: number): buildConnector.connector {
  return (_options, callback) => {
    openTls(proxy, target, tls, timeoutMs).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}
