import { createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";

import { InvalidArgumentError } from "commander";

import { isApiVersion } from "../../lib/api.ts";
import type { ApiVersionName, Precedence, ProtocolVersion } from "../../lib/index.ts";
import { expectedApiVersionsText } from "../../lib/internal.ts";
import type { IdentityProviderConfig } from "../../lib/store.ts";
import type { TokenVerificationKeyOption } from "../auth/read-verification-key.ts";
import { defaultMaxTokenLifetimeSeconds } from "../auth/token-time-limits.ts";
import { isDatabaseUrl } from "./store-location.ts";

// Listed here instead of imported from the core, so that help and tokens do not load it.

/** Deprecated endpoints and fields, by the release that deprecated them. */
export const deprecatedApiGroups = ["endpoints-34", "parameters-34", "endpoints-35"] as const;

export type DeprecatedApiGroup = (typeof deprecatedApiGroups)[number];

export const precedenceOptionChoices = [
  "specification",
  "participant",
] as const satisfies readonly Precedence[];

/** Value of `--auth`. */
export type AuthOptionValue =
  | { readonly kind: "disabled" }
  | { readonly kind: "secret"; readonly secret: string }
  | { readonly kind: "publicKey"; readonly key: TokenVerificationKeyOption };

export const readPortOption = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 65_536;
  if (port < 65_536) return port;
  throw new InvalidArgumentError("Expected a number from 0 to 65535.");
};

export const readProtocolVersionOption = (text: string): ProtocolVersion => {
  const version = protocolVersions.get(text);
  if (version !== undefined) return version;
  throw new InvalidArgumentError(`Expected one of ${[...protocolVersions.keys()].join(", ")}.`);
};

export const readApiVersionOption = (text: string): ApiVersionName => {
  if (isApiVersion(text)) return text;
  throw new InvalidArgumentError(`Expected ${expectedApiVersionsText}.`);
};

const protocolVersions: ReadonlyMap<string, ProtocolVersion> = new Map(
  ([34, 35, "dev"] as const satisfies readonly ProtocolVersion[]).map((version) => [
    String(version),
    version,
  ]),
);

export const readTextWithoutSpaces = (text: string): string => {
  if (/^\S+$/.test(text)) return text;
  throw new InvalidArgumentError("Expected a word without spaces.");
};

/** Reads a seed: an integer as a number, any other text as it is. */
export const parseSeedOption = (text: string): number | string => {
  if (text === "") throw new InvalidArgumentError("Expected a number or a text.");
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return String(number) === text ? number : text;
};

export const parseSecretOption = (text: string): string => {
  if (text !== "") return text;
  throw new InvalidArgumentError("Expected a non-empty secret.");
};

export const readUrlOption = (text: string): string => {
  if (/^https?:\/\/\S+$/u.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError("Expected a URL that begins with http:// or https://.");
};

export const readIdentityProviderOption = (
  text: string,
  before: readonly IdentityProviderConfig[] = [],
): readonly IdentityProviderConfig[] => {
  const [identityProviderId = "", issuer = "", jwksUrl = "", audience = "", ...rest] =
    text.split(",");
  if (jwksUrl === "" || rest.length > 0) {
    throw new InvalidArgumentError("Expected an id, an issuer and a URL, separated by commas.");
  }
  const provider = { identityProviderId, issuer, jwksUrl, audience, isDeactivated: false };
  return [...before, provider];
};

export const parseCountOption = (text: string): number => {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected an integer.");
};

export const parseJobCountOption = (text: string): number => {
  const jobs = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (jobs > 0) return jobs;
  throw new InvalidArgumentError("Expected an integer from 1 to 9999.");
};

export const readSecondsOption = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected an integer number of seconds.");
};

/** Reads the maximum lifetime of a token: seconds, or `participant` for that of a participant. */
export const readMaxTokenLifetimeOption = (text: string): number =>
  text === "participant" ? defaultMaxTokenLifetimeSeconds : readSecondsOption(text);

export const readOriginOption = (
  text: string,
  before: readonly string[] = [],
): readonly string[] => {
  if (URL.canParse(text) && new URL(text).origin === text) return [...before, text];
  throw new InvalidArgumentError("Expected an origin, such as https://wallet.example.com.");
};

export const readTextListOption = (
  text: string,
  before: readonly string[] = [],
): readonly string[] => {
  if (text === "") throw new InvalidArgumentError("Expected a non-empty name.");
  return [...before, text];
};

export const readFileNameOption = (text: string): string => {
  if (text !== "") return text;
  throw new InvalidArgumentError("Expected the name of a file.");
};

export const readStoreLocationOption = (text: string): string => {
  if (isDatabaseUrl(text)) return text;
  if (!/^[a-z][a-z\d+.-]+:\/\//iu.test(text)) return readFileNameOption(text);
  throw new InvalidArgumentError("Expected a folder, or a database as postgres://user@host/name.");
};

export const readDelayOption = (text: string): number => {
  const delay = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (delay <= 60_000) return delay;
  throw new InvalidArgumentError("Expected an integer number of milliseconds from 0 to 60000.");
};

/**
 * Reads `--auth`: a file is read as a public key, a text that looks like a path without a file is
 * refused, as is a mistyped `disabled`, and any other text is a secret, even if a folder has that name.
 */
export const readAuthOption = (text: string): AuthOptionValue => {
  if (text === "disabled") return { kind: "disabled" };
  if (text === "" || /^(?:disable|false|no|none|off)$/iu.test(text)) {
    throw new InvalidArgumentError("Expected disabled, a file, or a secret.");
  }
  const entry = readFileStatus(text);
  if (entry?.isFile() === true) return { kind: "publicKey", key: readKeyFile(text) };
  if (entry === undefined && pathPattern.test(text)) {
    throw new InvalidArgumentError(
      `There is no file ${text}. If it is a secret, give it with --secret.`,
    );
  }
  return { kind: "secret", secret: text };
};

const pathPattern = /[/\\]|^~|\.[A-Za-z]{1,5}$/;

/** Returns the status of a path; undefined if it does not exist or cannot be a path. */
const readFileStatus = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

const readKeyFile = (path: string): TokenVerificationKeyOption => {
  const key = parseKeyOption(readFileSync(path, "utf8"));
  if (key !== undefined) return key;
  throw new InvalidArgumentError(`${path} contains no public RSA or EC key in PEM.`);
};

const parseKeyOption = (pem: string): TokenVerificationKeyOption | undefined => {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    return undefined;
  }
  if (key.asymmetricKeyType === "rsa") return { rs256PublicKey: key };
  return keyOptionsByCurve.get(key.asymmetricKeyDetails?.namedCurve ?? "")?.(key);
};

const keyOptionsByCurve = new Map<string, (key: KeyObject) => TokenVerificationKeyOption>([
  ["prime256v1", (key) => ({ es256PublicKey: key })],
  ["secp384r1", (key) => ({ es384PublicKey: key })],
  ["secp521r1", (key) => ({ es512PublicKey: key })],
]);
