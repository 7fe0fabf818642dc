import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";

import { createBearerSecretCheck } from "../node-http/bearer-secret.ts";
import {
  explainNonLocalRequest,
  isLoopbackOrigin,
  toConnectableHost,
} from "../node-http/loopback.ts";
import type { McpConnectionServer } from "./create-mcp-server.ts";

interface McpHttpOptions {
  /** Port; 0 chooses a free one. */
  readonly port: number;
  readonly host: string;
  /** Bearer token that clients must send; undefined: programs on this machine may connect. */
  readonly secret: string | undefined;
}

export interface RunningMcpHttpServer {
  /** URL for clients. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const mcpPath = "/mcp";

/**
 * Serves MCP by Streamable HTTP. Each request gets a new server without a session, so clients may
 * connect and disconnect at any time. Rejects with the errors of `listen`, for example if the port
 * is in use.
 */
export const serveMcpOverHttp = async (
  createMcpServer: () => McpConnectionServer,
  { port: wanted, host, secret }: McpHttpOptions,
): Promise<RunningMcpHttpServer> => {
  const refusal = createRequestCheck(secret);
  const http = createServer((request, response) => {
    answerRequest(request, response, { createMcpServer, refusal }).catch(() => response.destroy());
  });
  http.listen(wanted, host);
  await once(http, "listening");
  // A server that listens on a port has an AddressInfo.
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://${toConnectableHost(host)}:${port}${mcpPath}`,
    close: async () => {
      const done = once(http, "close");
      http.close();
      http.closeAllConnections();
      await done;
    },
  };
};

interface RefusalReply {
  readonly status: number;
  readonly text: string;
}

/** Returns a function that returns the refusal of a request; undefined to admit it. */
const createRequestCheck = (
  secret: string | undefined,
): ((request: IncomingMessage) => RefusalReply | undefined) => {
  if (secret === undefined) {
    return (request) => {
      const why = explainNonLocalRequest(request);
      return why === undefined
        ? undefined
        : { status: 403, text: `Only programs on this machine are admitted: ${why}.` };
    };
  }
  const hasSecret = createBearerSecretCheck(secret);
  return ({ headers: { origin, authorization } }) => {
    if (origin !== undefined && !isLoopbackOrigin(origin)) {
      return { status: 403, text: "Web pages of other origins are not admitted." };
    }
    return hasSecret(authorization)
      ? undefined
      : { status: 401, text: "Send the secret of this server as Authorization: Bearer <secret>." };
  };
};

interface McpService {
  readonly createMcpServer: () => McpConnectionServer;
  readonly refusal: (request: IncomingMessage) => RefusalReply | undefined;
}

const answerRequest = async (
  request: IncomingMessage,
  response: ServerResponse,
  { createMcpServer, refusal }: McpService,
): Promise<void> => {
  const refused = refusal(request) ?? wrongPathOrMethod(request);
  if (refused !== undefined) return writeRefusal(response, refused);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const { server } = createMcpServer();
  response.on("close", () => void server.close());
  await server.connect(transport);
  await writeResponse(response, await transport.handleRequest(webRequest(request)));
};

const wrongPathOrMethod = ({ method, url = "" }: IncomingMessage): RefusalReply | undefined => {
  if (url.split("?")[0] !== mcpPath) {
    return { status: 404, text: `MCP is served at ${mcpPath}.` };
  }
  return method === "POST"
    ? undefined
    : { status: 405, text: "There are no sessions and no streams: send POST." };
};

const writeRefusal = (response: ServerResponse, { status, text }: RefusalReply): void => {
  const body = { jsonrpc: "2.0", error: { code: -32000, message: text }, id: null };
  response.writeHead(status, {
    "Content-Type": "application/json",
    ...(status === 405 ? { Allow: "POST" } : {}),
    ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
  });
  response.end(JSON.stringify(body));
};

/** Returns a request of Node's server as the transport expects it. */
const webRequest = (request: IncomingMessage): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  return new Request(`http://mcp.invalid${mcpPath}`, {
    method: "POST",
    headers,
    body: Readable.toWeb(request),
    duplex: "half",
  });
};

const writeResponse = async (response: ServerResponse, from: Response): Promise<void> => {
  response.writeHead(from.status, Object.fromEntries(from.headers));
  if (from.body === null) response.end();
  else await pipeline(Readable.fromWeb(from.body), response);
};
