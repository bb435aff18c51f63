/** Names what went wrong with a request that got no response, from the errors of undici and Node. */
import { defined } from '../../core/defined.ts';
import type { ExchangeFailure } from '../../core/exchange.ts';
import { tlsProblemOf } from './tls-problems.ts';

/** Bytes of all headers of a response that are read. */
export const headerCap = 64 * 1024;

/** @param timeoutMs how long the response was waited for */
export function classify(error: unknown, timeoutMs: number): ExchangeFailure {
  const { code = '', message = '', name, socket } = (error ?? {}) as TransportError;
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { kind: 'timeout', message: `no complete response within ${timeoutMs} ms` };
  if (
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)
  )
    return { kind: 'refused', message: message || code };
  const tls = tlsProblemOf(code, message);
  if (tls !== undefined) return { kind: 'refused', message: tls.message, tls: tls.problem };
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { kind: 'own-limit', message: `headers of more than ${headerCap / 1024} kB` };
  // undici asserts what a response has.
  if (code === 'ERR_ASSERTION')
    return { kind: 'invalid-response', message: 'the response is not HTTP: its status is below 100, or the like' };
  // undici's parser errors have a name but no code, Node's begin with HPE_.
  if (
    name === 'HTTPParserError' ||
    code.startsWith('HPE_') ||
    code === 'UND_ERR_INVALID_ARG' ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  )
    return { kind: 'invalid-response', message: message || code };
  return { kind: 'cut', message: message || code || 'connection lost', ...defined({ received: socket?.bytesRead }) };
}

interface TransportError {
  readonly code?: string;
  readonly message?: string;
  readonly name?: string;
  /** Of undici alone. */
  readonly socket?: { readonly bytesRead?: number };
}
