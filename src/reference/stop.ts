/** A graceful stop that does not wait for clients which merely keep a connection open. */
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';

/** How long answers in flight may take, ms. */
const grace = 2000;

/**
 * Watches a server's connections from now on.
 * @returns closes the server: idle connections at once, busy ones after their answer or the grace time
 */
export function stopper(http: HttpServer): () => Promise<void> {
  const answering = new Map<Socket, number>();
  let stopping = false;
  http.on('connection', (socket: Socket) => {
    answering.set(socket, 0);
    socket.once('close', () => answering.delete(socket));
  });
  http.on('request', ({ socket }, response) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const rest = (answering.get(socket) ?? 1) - 1;
      if (!socket.destroyed) answering.set(socket, rest);
      if (stopping && rest === 0) socket.destroySoon();
    });
  });
  return () =>
    new Promise((resolve) => {
      stopping = true;
      const force = setTimeout(() => http.closeAllConnections(), grace);
      http.close(() => {
        clearTimeout(force);
        resolve();
      });
      for (const [socket, count] of answering) if (count === 0) socket.destroySoon();
    });
}
