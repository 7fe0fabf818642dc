import { generateKeyPairSync, type KeyObject } from "node:crypto";

import jsonwebtoken from "jsonwebtoken";

import type { FetchKeySet } from "../../middleware/index.ts";
import { scopeClaims } from "../support/tokens.ts";

const keys = [0, 1, 2].map(() => generateKeyPairSync("ec", { namedCurve: "P-256" }));

export const issuer = "https://idp.example.com";

/** An identity provider that rotates its keys, fails, hangs, and returns invalid key sets. */
export class Provider {
  #current = 0;
  mood: "well" | "failing" | "hanging" | "raving" = "well";
  /** Number of requests to it. */
  asked = 0;
  /** Number of requests that it currently leaves unanswered. */
  hanging = 0;

  get current(): number {
    return this.#current;
  }

  rotate(): void {
    this.#current++;
  }

  /** Returns a valid token, signed with the current or an earlier key. */
  token(userId: string, generation = this.#current): string {
    return jsonwebtoken.sign(scopeClaims(userId, { iss: issuer }), keyOf(generation).privateKey, {
      algorithm: "ES256",
      keyid: `key ${generation}`,
      noTimestamp: true,
    });
  }

  readonly fetchKeys: FetchKeySet = (_, signal) => {
    this.asked++;
    switch (this.mood) {
      case "well":
        return Promise.resolve({ keys: [entryOf(this.#current)] });
      case "failing":
        return Promise.reject(new TypeError("the provider is down"));
      case "raving":
        return Promise.resolve({ keys: [{ kty: "EC" }, null, 7, { kid: {} }] });
      case "hanging":
        return new Promise((_resolve, reject) => {
          this.hanging++;
          signal.addEventListener("abort", () => {
            this.hanging--;
            reject(new TypeError("too late"));
          });
        });
    }
  };
}

const keyOf = (
  generation: number,
): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } =>
  keys[generation % keys.length] ?? keyOf(0);

const entryOf = (generation: number): object => ({
  ...keyOf(generation).publicKey.export({ format: "jwk" }),
  kid: `key ${generation}`,
  use: "sig",
});
