/** Stops an HTTP server gracefully, without waiting for idle keep-alive connections. */
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';

/** Time for answers in progress, ms. */
const graceMs = 2000;

/**
 * Tracks the connections of a server.
 * @returns a function that closes idle connections at once and busy ones after their answer, or after two seconds
 */
export function createStopper(http: HttpServer): () => Promise<void> {
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
      const force = setTimeout(() => http.closeAllConnections(), graceMs);
      http.close(() => {
        clearTimeout(force);
        resolve();
      });
      for (const [socket, count] of answering) if (count === 0) socket.destroySoon();
    });
}
