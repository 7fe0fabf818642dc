import type { ServerResponse } from "node:http";

import type { Reply } from "../api/reply.ts";
import { arrayText } from "../streaming/array-chunks.ts";

/**
 * Sends the reply; the one place that writes to a Node response. Rejects when the items of a list
 * fail before anything is sent. A later failure cuts the connection, so that nobody takes half a list
 * for a whole one.
 */
export const writeReply = async (response: ServerResponse, reply: Reply): Promise<void> => {
  switch (reply.kind) {
    case "json":
      writeHead(response, reply, "application/json");
      writeBody(response, JSON.stringify(reply.value));
      return;
    case "list": {
      const text = await arrayText(reply.items);
      writeHead(response, reply, "application/json");
      if (typeof text === "string") writeBody(response, text);
      else await pour(response, text);
      return;
    }
    case "text":
      writeHead(response, reply, "text/plain; charset=UTF-8");
      writeBody(response, reply.text);
      return;
    case "bytes":
      writeHead(response, reply, "application/octet-stream");
      // In chunks, as a participant sends what it does not hold as a whole.
      response.write(reply.bytes);
      response.end();
      return;
    case "empty":
      writeHead(response, reply);
      response.end();
      return;
  }
};

const writeHead = (response: ServerResponse, reply: Reply, contentType?: string): void => {
  response.statusCode = reply.status;
  if (contentType !== undefined) response.setHeader("Content-Type", contentType);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
};

/**
 * Node tells the length of a body that is written at once, but not of one that is left out; and a client
 * of HTTP 1.0 keeps its connection only where the length was told before.
 */
const writeBody = (response: ServerResponse, text: string): void => {
  const { method, httpVersionMinor } = response.req;
  if (method === "HEAD" || httpVersionMinor === 0) {
    response.setHeader("Content-Length", Buffer.byteLength(text));
  }
  response.end(text);
};

/** Writes no faster than the client reads, and stops the source when the client goes away. */
const pour = async (response: ServerResponse, chunks: AsyncIterable<string>): Promise<void> => {
  try {
    for await (const chunk of chunks) {
      if (!response.destroyed && !response.write(chunk)) await drainedOrClosed(response);
      if (response.destroyed) return;
    }
    response.end();
  } catch {
    response.destroy();
  }
};

const drainedOrClosed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      response.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    response.on("drain", settle);
    response.on("close", settle);
  });
