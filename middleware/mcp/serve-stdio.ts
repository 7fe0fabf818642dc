import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import type { ConnectionServer } from "./create-mcp-server.ts";

/**
 * Serves MCP over two streams. Resolves when the client has closed its stream and its calls are
 * answered, or when `stopped` resolves.
 */
export const serveStdio = async (
  createMcpServer: () => ConnectionServer,
  { input, output }: { readonly input: Readable; readonly output: Writable },
  stopped: Promise<void>,
): Promise<void> => {
  const { server, idle } = createMcpServer();
  const ended = Promise.race([once(input, "end"), once(input, "close")]).then(async () => {
    // The last messages are passed on in the next turn of the event loop.
    await setImmediate();
    await idle();
    await setImmediate();
  });
  await server.connect(new StdioServerTransport(input, output));
  await Promise.race([ended, stopped]);
  await server.close();
};
