import type { IncomingMessage, ServerResponse } from "node:http";

import { createErrorHint } from "../errors/hint.ts";
import { createHintHeaders } from "../errors/hint-header.ts";

/** Hints that this module will add to responses, by response. */
const hintHeadersByResponse = new WeakMap<ServerResponse, Readonly<Record<string, string>>>();

/**
 * Adds the header `Ledger-Hint` to the response if the host answers with 404 and no route of the host has
 * the path. The hint names the mount path, and the path below it that the client probably meant.
 */
export const addMountPathHint = (
  response: ServerResponse,
  { mount, path }: { readonly mount: string; readonly path: string },
): void => {
  const first = !hintHeadersByResponse.has(response);
  const place = mount === "" ? "/" : mount;
  const headers = createHintHeaders(
    createErrorHint({
      part: "path",
      nearest: `${mount}${path}`,
      advice: `The ledger is mounted at ${place}: call ${mount}${path}.`,
    }),
  );
  hintHeadersByResponse.set(response, headers);
  if (first) addHintsToHead(response);
};

/** Removes the hint, because another router knows the path. */
export const removeMountPathHint = (response: ServerResponse): void =>
  void hintHeadersByResponse.delete(response);

const addHintsToHead = (response: ServerResponse): void => {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    const isUnknown = given[0] === 404 && !isRouted(response.req);
    const headers = isUnknown ? (hintHeadersByResponse.get(response) ?? {}) : {};
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return writeHead(...given);
  };
};

/** Returns true if Express found a route for the request. A route may answer 404 for an unknown id. */
const isRouted = (request: IncomingMessage & { readonly route?: unknown }): boolean =>
  request.route !== undefined;
