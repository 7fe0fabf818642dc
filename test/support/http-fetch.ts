import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";

import type { Fetch } from "./validated-fetch.ts";

/**
 * Sends a request like `fetch`, and also sends a body with GET, which HTTP allows but the Fetch
 * standard does not. Resolves when the whole body has arrived.
 */
export const httpFetch: Fetch = async (input, { method = "GET", headers, body = null } = {}) => {
  const sent = request(input, { method, headers: Object.fromEntries(new Headers(headers)) });
  if (body === null) {
    sent.end();
  } else {
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    sent.setHeader("Content-Length", bytes.length);
    sent.end(bytes);
  }
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const content = await buffer(answer);
  return new Response(content.length === 0 ? null : content, {
    status: answer.statusCode ?? 0,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  });
};
