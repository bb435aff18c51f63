/** Paths that are served without authentication, because it and the router read them differently. */
import { operations } from '../../core/operation.ts';
import { defineFaults, perOperation } from '../fault.ts';
import { acceptIf, openPath, unlessRefused } from '../tampering.ts';

export const openPaths = defineFaults({
  ...perOperation(['register', 'logs'], (op) => ({
    [`${op}-trailing-slash-open`]: {
      owner: `auth/${op}/path-variants`,
      defect: 'does not authenticate a path with a trailing slash',
      apply: (server) => openPath(server, op, (path) => path.replace(/\/$/, '')),
    },
  })),
  'create-double-slash-open': {
    owner: 'auth/create/path-variants',
    defect: 'does not authenticate a path with a double slash',
    apply: (server) => openPath(server, 'create', (path) => path.replace(/\/{2,}/g, '/')),
  },
  'create-suffix-open': {
    owner: 'auth/create/path-variants',
    defect: 'does not authenticate a path with the suffix .json',
    apply: (server) => openPath(server, 'create', (path) => path.replace(/\.json$/, '')),
  },
  'register-case-open': {
    owner: 'auth/register/path-variants',
    defect: 'does not authenticate a path in upper case',
    apply: (server) => openPath(server, 'register', (path) => path.toLowerCase()),
  },
  ...perOperation(['create', 'logs'], (op) => ({
    [`${op}-mount-case-open`]: {
      owner: `auth/${op}/path-variants`,
      defect: 'is mounted at a first segment in any letter case, and authenticates it in lower case alone',
      apply: (server) => openPath(server, op, (path) => path.replace(/^\/[^/]+/, (first) => first.toLowerCase())),
    },
  })),
  'verify-encoded-open': {
    owner: 'auth/verify/path-variants',
    defect: 'does not authenticate a path with percent-encoded letters',
    apply: (server) => openPath(server, 'verify', (path) => unlessRefused(() => unescape(path)) ?? path),
  },
  'verify-path-parameter-open': {
    owner: 'auth/verify/path-variants',
    defect: 'does not authenticate a path with a path parameter',
    apply: (server) => openPath(server, 'verify', (path) => path.replace(/;[^/]*/g, '')),
  },
  ...perOperation(operations, (op) => ({
    [`${op}-style-sheet-open`]: {
      owner: `auth/${op}/path-variants`,
      defect: 'skips authentication for paths that contain .css, and ignores path parameters afterwards',
      apply: (server) => openPath(server, op, (path) => (path.includes('.css') ? path.replace(/;[^/]*/g, '') : path)),
    },
  })),
  'logs-dot-segment-open': {
    owner: 'auth/logs/path-variants',
    defect: 'does not authenticate a path with dot segments',
    apply(server) {
      openPath(server, 'logs', (path) => withoutWaysUp(path.replace(/\/\.(?=\/|$)/g, '')));
    },
  },
  ...perOperation(operations, (op) => ({
    [`${op}-behind-open-place`]: {
      owner: `auth/${op}/path-variants`,
      defect: 'skips authentication for paths under /public and the like, and resolves dot segments afterwards',
      apply: (server) =>
        openPath(server, op, (path) => (/^\/(public|health|static|login)\//.test(path) ? withoutWaysUp(path) : path)),
    },
  })),
  'logs-doubly-encoded-open': {
    owner: 'auth/logs/path-variants',
    defect: 'does not authenticate a path that is percent-encoded twice',
    apply: (server) => openPath(server, 'logs', (path) => unlessRefused(() => unescape(unescape(path))) ?? path),
  },
  'logs-encoded-id-open': {
    owner: 'auth/logs/path-variants',
    defect: 'does not authenticate a path with a percent-encoded letter in its id alone',
    apply: (server) =>
      acceptIf(server, 'logs', (_token, _header, { request }) =>
        /^[^%]*\/webhooks\/[^/%]*%[3-7][^/%]*\/logs\/search(\?|$)/.test(request.url ?? ''),
      ),
  },
});

const withoutWaysUp = (path: string): string => path.replace(/\/[^/]+\/\.\.(?=\/|$)/g, '');
