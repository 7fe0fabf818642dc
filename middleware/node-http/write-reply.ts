import type { ServerResponse } from "node:http";

import type { Reply } from "../api/reply.ts";
import { arrayText } from "../streaming/array-chunks.ts";

/**
 * Sends the reply; the one place that writes to a Node response. Rejects when the items of a list
 * fail before anything is sent. A later failure cuts the connection, so that nobody takes half a list
 * for a whole one.
 */
export const writeReply = async (response: ServerResponse, reply: Reply): Promise<void> => {
  if (reply.kind === "list") {
    const text = await arrayText(reply.items);
    writeHead(response, reply, "application/json");
    if (typeof text === "string") response.end(text);
    else await pour(response, text);
    return;
  }
  switch (reply.kind) {
    case "json":
      writeHead(response, reply, "application/json");
      response.end(JSON.stringify(reply.value));
      return;
    case "text":
      writeHead(response, reply, "text/plain; charset=UTF-8");
      response.end(reply.text);
      return;
    case "bytes":
      writeHead(response, reply, "application/octet-stream");
      response.end(reply.bytes);
      return;
  }
};

/** Leaves it to Node to tell the length of a body that is written at once. */
const writeHead = (response: ServerResponse, reply: Reply, contentType: string): void => {
  response.statusCode = reply.status;
  response.setHeader("Content-Type", contentType);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
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
