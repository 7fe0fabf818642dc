import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Runs `use` against a server on a free port of this machine, then closes the server. */
export const withListeningServer = async <Result>(
  listener: RequestListener,
  use: (baseUrl: string) => Promise<Result>,
): Promise<Result> => {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  // The address of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};
