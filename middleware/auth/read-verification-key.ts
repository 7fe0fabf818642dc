import { createOptionCheck, type OptionChecks, secretOptionCheck } from "../../lib/internal.ts";
import { tokenCrypto } from "./token-crypto.ts";
import type { TokenPublicKeyInput, TokenVerificationKey } from "./token-crypto-types.ts";

export type { TokenPublicKeyInput, TokenVerificationKey } from "./token-crypto-types.ts";

/** The key that verifies tokens. The name of the field determines the algorithm. */
export type TokenVerificationKeyOption =
  /** Anyone with the secret can also issue tokens: use it for tests and single-process hosts. */
  | { readonly hs256Secret: string | Uint8Array }
  | { readonly rs256PublicKey: TokenPublicKeyInput }
  | { readonly rs384PublicKey: TokenPublicKeyInput }
  | { readonly rs512PublicKey: TokenPublicKeyInput }
  | { readonly es256PublicKey: TokenPublicKeyInput }
  | { readonly es384PublicKey: TokenPublicKeyInput }
  | { readonly es512PublicKey: TokenPublicKeyInput };

const algorithmByKeyOption = {
  rs256PublicKey: "RS256",
  rs384PublicKey: "RS384",
  rs512PublicKey: "RS512",
  es256PublicKey: "ES256",
  es384PublicKey: "ES384",
  es512PublicKey: "ES512",
} as const satisfies Record<string, TokenVerificationKey["algorithm"]>;

const keyNames = ["hs256Secret", ...Object.keys(algorithmByKeyOption)];

const publicKeyCheck = createOptionCheck(
  "a key in PEM, its bytes or a KeyObject",
  (value) => typeof value === "string" || (typeof value === "object" && value !== null),
);

export const verificationKeyOptionChecks: OptionChecks = {
  hs256Secret: secretOptionCheck,
  ...Object.fromEntries(Object.keys(algorithmByKeyOption).map((name) => [name, publicKeyCheck])),
};

/**
 * Returns the key of an option. Throws a TypeError if the option has no key, an empty key, or several.
 */
export const readVerificationKey = (option: TokenVerificationKeyOption): TokenVerificationKey => {
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
  if ("hs256Secret" in option) return tokenCrypto.secretKey(option.hs256Secret);
  for (const [name, key] of Object.entries<TokenPublicKeyInput>(option)) {
    if (isPublicKeyName(name)) return tokenCrypto.publicKey(algorithmByKeyOption[name], key);
  }
  throw new TypeError(`An auth option requires one of the keys ${keyNames.join(", ")}.`);
};

const isPublicKeyName = (name: string): name is keyof typeof algorithmByKeyOption =>
  Object.hasOwn(algorithmByKeyOption, name);
