import { expect } from "chai";

import type { ApiVersion } from "../../lib/index.ts";
import { type AllowedContent, allowedContent } from "./response-validators.ts";

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` that fails the test if a response differs from our API documents in content type or body.
 * `basePath` is the mount path of the ledger. Unknown paths are not checked.
 */
export const validatedFetch =
  (fetch: Fetch, basePath = "", apiVersion?: ApiVersion): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const path = new URL(input, "http://ledger.invalid").pathname.slice(basePath.length);
    const { status } = response;
    const allowed = await allowedContent(apiVersion, init?.method ?? "GET", path, status);
    return validated(init?.method ?? "GET", path, response, allowed);
  };

/** Returns the response, or a copy if its body had to be read. */
const validated = async (
  method: string,
  path: string,
  response: Response,
  allowed: AllowedContent | undefined,
): Promise<Response> => {
  const { status, headers } = response;
  // A 406 response has no content.
  if (allowed === undefined || method === "HEAD" || status === 406) return response;
  const where = `${method} ${path} ${status}`;
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const types = allowed.size === 0 ? [""] : [...allowed.keys()];
  expect(types, `content types of ${where}`).to.include(type);
  const check = allowed.get(type);
  if (check === undefined || check === null) return response;
  // A clone would pass on each chunk of the body twice.
  const body = await response.text();
  expect(check(JSON.parse(body)), where).to.equal(undefined);
  return new Response(body, { status, headers });
};
