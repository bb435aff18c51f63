/** Guards that take other values for tokens: ids of the request, cursors, e-mails of users. */
import { decodeCursor } from '../cursor.ts';
import { defineFaults } from '../fault.ts';
import type { Server } from '../state.ts';
import { acceptIf, ownTenant } from '../tampering.ts';

export const knownValues = defineFaults({
  'create-token-profile-id': {
    owner: 'auth/create/wrong-token',
    defect: 'accepts the id of a profile as a token',
    apply: (server) => acceptIf(server, 'create', (token) => /^p\d+$/.test(token)),
  },
  'register-token-email': {
    owner: 'auth/register/wrong-token',
    defect: 'accepts the e-mail of a registered user as a token',
    apply: (server) =>
      acceptIf(server, 'register', (_token, header) => server.steps.findUser(textIn(header), ownTenant) !== undefined),
  },
  'verify-token-email': {
    owner: 'auth/verify/wrong-token',
    defect: 'accepts the e-mail of a verified user as a token',
    apply: (server) => acceptIf(server, 'verify', (_token, header) => isVerified(server, textIn(header))),
  },
  'logs-token-webhook-id': {
    owner: 'auth/logs/wrong-token',
    defect: 'accepts the id of the webhook as a token',
    apply: (server) => acceptIf(server, 'logs', (token, _header, call) => token === call.webhookId),
  },
  'logs-token-cursor': {
    owner: 'auth/logs/wrong-token',
    defect: 'accepts a cursor as a token, since it signs both with one key',
    apply: (server) => acceptIf(server, 'logs', (token) => decodeCursor(token, server.cursorKey) !== undefined),
  },
});

/** Whatever follows the scheme: an e-mail is not of the form of a token. */
const textIn = (header = ''): string => header.replace(/^bearer +/i, '');

const isVerified = (server: Server, email: string): boolean =>
  server.steps.findUser(email, ownTenant)?.verified === true;
