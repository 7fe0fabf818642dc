import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { type LedgerError, ledgerError } from "../../lib/index.ts";
import type { McpConnectionServer } from "./create-mcp-server.ts";

/** Maximum size of a message, in bytes. A DAR may be in a message. */
const maxMessageBytes = 64 * 1024 * 1024;

/**
 * Serves MCP over two streams. Resolves when the client has closed its stream and its calls are
 * answered, or when `stopped` resolves. Rejects if a message is too long.
 */
export const serveMcpOverStdio = async (
  createMcpServer: () => McpConnectionServer,
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
  const transport = new StdioServerTransport(input, output, { maxBufferSize: maxMessageBytes });
  let lastError: Error | undefined;
  transport.onerror = (error) => (lastError = error);
  // The transport closes if a message is too long.
  const failed = new Promise<never>((_resolve, reject) => {
    transport.onclose = () => reject(connectionFailedError(lastError));
  });
  await server.connect(transport);
  await Promise.race([ended, stopped, failed]);
  await server.close();
};

const connectionFailedError = (error: Error | undefined): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The connection to the MCP client ended: ${error?.message ?? "it was closed"}`,
  });
