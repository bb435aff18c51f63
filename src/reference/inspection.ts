/** The inspection port: what a mailbox is elsewhere. `GET /codes?email=…` answers `{"code":"012345"}`, or 404 as long as there is none. */
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

/** A plus that was not percent-encoded is taken for a plus: an e-mail holds no blank. */
function emailOf(search: string): string {
  try {
    return (decodeQuery(search).get('email') ?? '').replaceAll(' ', '+');
  } catch {
    return '';
  }
}
