import type { Handler } from "../api/handler.ts";
import { json, plainText } from "../api/reply.ts";

/** Where a document is read from, once it is asked for. */
type Source = () => Promise<{ readonly default: object }>;

/** YAML as a participant sends it, or JSON for who asks for that; written once. */
const serving = (source: Source): Handler => {
  let yaml: Promise<string> | undefined;
  const written = async (): Promise<string> => {
    const [{ stringify }, { default: document }] = await Promise.all([import("yaml"), source()]);
    // Each schema stands where it is: references to a part that looks the same help no reader.
    return stringify(document, { aliasDuplicateObjects: false });
  };
  return async ({ headers }) => {
    if (headers["accept"] === "application/json") return json((await source()).default);
    yaml ??= written();
    return plainText(await yaml);
  };
};

export const documentHandlers = {
  getOpenApiDocument: serving(
    () => import("../../spec/ledger-api.client.json", { with: { type: "json" } }),
  ),
  getAsyncApiDocument: serving(
    () => import("../../spec/ledger-api.async.json", { with: { type: "json" } }),
  ),
};
