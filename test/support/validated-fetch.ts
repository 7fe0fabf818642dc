import { expect } from "chai";

import { allowedContent } from "./response-validators.ts";

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` that fails the test when an answer is not what our API documents promise, in content type
 * or body. `basePath` is where the ledger is mounted. Paths in no document are not looked at.
 */
export const validatedFetch =
  (fetch: Fetch, basePath = ""): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const path = new URL(input, "http://ledger.invalid").pathname.slice(basePath.length);
    await validate(init?.method ?? "GET", path, response.clone());
    return response;
  };

const validate = async (method: string, path: string, response: Response): Promise<void> => {
  const allowed = allowedContent(method, path, response.status);
  if (allowed === undefined || method === "HEAD") return;
  const where = `${method} ${path} ${String(response.status)}`;
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  expect([...allowed.keys()], `content types of ${where}`).to.include(type);
  const check = allowed.get(type);
  const problem = check?.(await response.json());
  expect(problem, where).to.equal(undefined);
};
