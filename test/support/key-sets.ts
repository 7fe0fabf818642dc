import type { KeyObject } from "node:crypto";

import type { FetchKeySet } from "../../middleware/index.ts";

/** Key sets of identity providers; a test can replace them. */
export interface KeySets {
  readonly fetchKeys: FetchKeySet;
  /** Key sets by URL. */
  readonly served: Map<string, unknown>;
  /** The URLs fetched so far. */
  readonly fetched: readonly string[];
}

/** Key sets that are fetched from memory. */
export const keySetsInMemory = (): KeySets => {
  const served = new Map<string, unknown>();
  const fetched: string[] = [];
  return {
    served,
    fetched,
    fetchKeys: (url) => {
      fetched.push(url);
      const keySet = served.get(url);
      return keySet === undefined
        ? Promise.reject(new TypeError(`nothing at ${url}`))
        : Promise.resolve(keySet);
    },
  };
};

/** Returns the public half of a key pair as an entry of a key set. */
export const keyEntry = (
  { publicKey }: { readonly publicKey: KeyObject },
  kid: string,
): object => ({
  ...publicKey.export({ format: "jwk" }),
  kid,
  use: "sig",
});
