/** The inspection port, a substitute for a mailbox: `GET /codes?email=…` returns `{"code":"012345"}`, or 404 until there is a code. */
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { decodeQuery } from './query.ts';

export function inspectionServer(codes: ReadonlyMap<string, string>): HttpServer {
  return createHttpServer((request, response) => {
    const [path, search] = (request.url ?? '/').split('?', 2);
    const code = path === '/codes' ? codes.get(emailOf(search ?? '')) : undefined;
    const body = JSON.stringify(code === undefined ? {} : { code });
    response.writeHead(code === undefined ? 404 : 200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}

/** Reads an unencoded plus as a plus rather than a space, because an e-mail contains no space. */
function emailOf(search: string): string {
  try {
    return (decodeQuery(search).get('email') ?? '').replaceAll(' ', '+');
  } catch {
    return '';
  }
}
