import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

import type { Fetch } from "./validated-fetch.ts";

/** A `fetch` that also sends a body with GET, as HTTP can and the Fetch standard does not allow. */
export const httpFetch: Fetch = async (input, init = {}) => {
  const { method = "GET", body } = init;
  if (method !== "GET" || body === undefined || body === null) return fetch(input, init);
  const headers = Object.fromEntries(new Headers(init.headers));
  const sent = request(input, { method, headers });
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  sent.setHeader("Content-Length", bytes.length);
  sent.end(bytes);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return new Response(await buffer(answer), {
    status: answer.statusCode ?? 0,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  });
};
