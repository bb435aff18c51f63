/**
 * A mock server made from schemas/openapi.yaml by openapi-backend, served by express as its manual has it: it knows the
 * paths, the types of what it is sent, that a bearer token is wanted, and the shape of its answers; nothing else.
 */
import express from 'express';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import { listen } from '../../targets/support/listener.ts';
import { settingsFor } from '../../targets/support/settings.ts';
import type { RunningTarget } from '../../targets/support/target.ts';
import { wholeDocument } from './document.ts';

export async function startMock(): Promise<RunningTarget> {
  const api = new OpenAPIBackend({
    definition: wholeDocument() as never,
    // The library holds the document against the schema of OpenAPI 3.0, which knows no `summary` of `info`.
    quick: true,
    securityHandlers: { bearer: ({ request }: Context) => /^Bearer \S+$/.test(String(request.headers.authorization)) },
    handlers: {
      notImplemented: ({ api, operation }: Context, _req, res: express.Response) => {
        const { status, mock } = api.mockResponseForOperation(operation.operationId!);
        res.status(status).json(mock);
      },
      unauthorizedHandler: (_context, _req, res: express.Response) => {
        res.status(401).set('WWW-Authenticate', 'Bearer').json({ message: 'no bearer token' });
      },
      validationFail: ({ validation }: Context, _req, res: express.Response) => {
        res.status(400).json({ message: 'not as described', errors: validation.errors });
      },
      notFound: (_context, _req, res: express.Response) => {
        res.status(404).json({ message: 'no such path' });
      },
      methodNotAllowed: (_context, _req, res: express.Response) => {
        res.status(405).json({ message: 'no such method' });
      },
    },
  });
  await api.init();
  const app = express();
  app.use(express.json({ strict: false }));
  app.use((req, res) =>
    api.handleRequest(
      {
        method: req.method,
        path: req.path,
        body: req.body,
        query: req.url.split('?')[1] ?? '',
        headers: req.headers as never,
      },
      req,
      res,
    ),
  );
  const { origin, requests, close } = await listen(app);
  return {
    baseUrl: origin,
    settings: settingsFor({
      baseUrl: origin,
      tokens: { valid: 'a-token-that-the-mock-takes-for-any-other' },
      webhooks: ['deliveries', 'quiet'],
      // It sends no codes; whoever tries a client on a mock configures one.
      verificationCode: { value: 123_456, waitMs: 200 },
    }),
    requests: () => requests,
    close,
  };
}
