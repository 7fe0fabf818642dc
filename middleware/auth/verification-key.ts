import { createPublicKey, createSecretKey, type KeyObject } from "node:crypto";

import type { Algorithm } from "jsonwebtoken";

import { form, type OptionForms, secret } from "../../lib/internal.ts";

/** A key in PEM, or a KeyObject of Node. */
export type PublicKey = string | Uint8Array | KeyObject;

/** The key that tokens are signed with. The name of the field determines the algorithm. */
export type KeyOption =
  /** Anyone with the secret can also issue tokens: use it for tests and single-process hosts. */
  | { readonly hs256Secret: string | Uint8Array }
  | { readonly rs256PublicKey: PublicKey }
  | { readonly rs384PublicKey: PublicKey }
  | { readonly rs512PublicKey: PublicKey }
  | { readonly es256PublicKey: PublicKey }
  | { readonly es384PublicKey: PublicKey }
  | { readonly es512PublicKey: PublicKey };

/** A key that verifies tokens of exactly one algorithm. */
export interface VerificationKey {
  readonly algorithm: Algorithm;
  readonly key: KeyObject;
}

const algorithms = {
  rs256PublicKey: "RS256",
  rs384PublicKey: "RS384",
  rs512PublicKey: "RS512",
  es256PublicKey: "ES256",
  es384PublicKey: "ES384",
  es512PublicKey: "ES512",
} as const satisfies Record<string, Algorithm>;

const keyNames = ["hs256Secret", ...Object.keys(algorithms)];

const publicKeyForm = form(
  "a key in PEM, its bytes or a KeyObject",
  (value) => typeof value === "string" || (typeof value === "object" && value !== null),
);

export const keyForms: OptionForms = {
  hs256Secret: secret,
  ...Object.fromEntries(Object.keys(algorithms).map((name) => [name, publicKeyForm])),
};

/**
 * Returns the key of an option. Throws a TypeError if the option names no key or an unusable one.
 */
export const verificationKey = (option: KeyOption): VerificationKey => {
  const given = Object.keys(option).filter((name) => keyNames.includes(name));
  if (given.length > 1) {
    throw new TypeError(
      `An auth option has one key, not ${given.join(" and ")}: pass a list of options.`,
    );
  }
  const [name = ""] = given;
  if (name !== "" && (option as Readonly<Record<string, unknown>>)[name] == null) {
    throw new TypeError(
      `auth.${name} has no value: check the environment variable or the file that supplies it.`,
    );
  }
  if ("hs256Secret" in option) return { algorithm: "HS256", key: secretKey(option.hs256Secret) };
  for (const [name, key] of Object.entries<PublicKey>(option)) {
    if (isPublicKeyName(name)) return { algorithm: algorithms[name], key: publicKey(key) };
  }
  throw new TypeError(`An auth option requires one of the keys ${keyNames.join(", ")}.`);
};

const isPublicKeyName = (name: string): name is keyof typeof algorithms =>
  Object.hasOwn(algorithms, name);

const secretKey = (secret: string | Uint8Array): KeyObject => {
  const bytes = typeof secret === "string" ? Buffer.from(secret, "utf8") : Buffer.from(secret);
  if (bytes.length === 0) throw new TypeError("hs256Secret must not be empty.");
  return createSecretKey(bytes);
};

const publicKey = (key: PublicKey): KeyObject => {
  if (typeof key === "string" || key instanceof Uint8Array) {
    return createPublicKey(typeof key === "string" ? key : Buffer.from(key));
  }
  return key;
};
