/**
 * Returns true for the socket of a TLS connection. Does not import node:tls, which programs without a server
 * do not need.
 */
export const isTlsSocket = (socket: unknown): boolean =>
  typeof socket === "object" &&
  socket !== null &&
  "encrypted" in socket &&
  socket.encrypted === true;
