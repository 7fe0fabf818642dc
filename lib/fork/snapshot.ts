import { utf8ToBytes } from "@noble/hashes/utils.js";

import { catalogue } from "../base/errors/catalogue.ts";
import { type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import type { Offset } from "../base/identifiers/identifiers.ts";
import { hexDigestOf } from "../base/values/digest.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import type { ForkOptions } from "./fork-options.ts";
import type { RecordedCall } from "./recorder.ts";
import { baseOf } from "./remote.ts";

/** The answers of a participant to a fork at one offset. Packages are cached separately. */
export interface ForkSnapshot {
  readonly hasToken: boolean;
  readonly calls: readonly RecordedCall[];
  /** The active contracts. */
  readonly items: readonly JsonObject[];
}

/** The selection that a snapshot is for. `parties` is undefined for every party. */
type Asked = Pick<ForkOptions, "url" | "parties" | "templates" | "interfaces">;

const form = 1;

/** Returns the cache name of a snapshot. Equal selections at one offset have equal names. */
export const snapshotName = (asked: Asked, offset: Offset): string => {
  const sorted = (list: readonly string[] | undefined) => list && [...new Set(list)].sort();
  const { parties, templates = [], interfaces = [] } = asked;
  const filter = [sorted(parties) ?? "any", sorted(templates), sorted(interfaces)];
  const base = baseOf(asked.url);
  return `snapshots/${shortHash(base)}/${offset}-${shortHash(JSON.stringify(filter))}.json`;
};

const shortHash = (text: string): string => hexDigestOf(utf8ToBytes(text)).slice(0, 32);

/** Returns two lines: a header with the SHA-256 of the second line, and the answers as JSON. */
export const encodeSnapshot = (snapshot: ForkSnapshot): Uint8Array => {
  const body = JSON.stringify(snapshot);
  const sha256 = hexDigestOf(utf8ToBytes(body));
  return utf8ToBytes(`${JSON.stringify({ fork: form, sha256 })}\n${body}`);
};

/**
 * Raises INVALID_ARGUMENT if the snapshot was modified or truncated, or written by a later release.
 */
export const decodeSnapshot = (bytes: Uint8Array, name: string): ForkSnapshot => {
  const text = new TextDecoder().decode(bytes);
  const [head = "", ...rest] = text.split("\n");
  const json = parsed(head);
  const body = rest.join("\n");
  if (!isJsonObject(json)) throw damaged(name, "it does not begin as one");
  if (json["fork"] !== form) throw damaged(name, "it is of another release");
  if (json["sha256"] !== hexDigestOf(utf8ToBytes(body))) throw damaged(name, "it was changed");
  const snapshot = parsed(body);
  if (!isSnapshot(snapshot)) throw damaged(name, "it does not hold what a fork is made of");
  return snapshot;
};

/** Checks the parts that the readers of the answers do not check themselves. */
const isSnapshot = (json: unknown): json is ForkSnapshot =>
  isJsonObject(json) &&
  typeof json["hasToken"] === "boolean" &&
  isListOf(json["calls"], isCall) &&
  isListOf(json["items"], isJsonObject);

const isCall = (json: unknown): boolean => {
  if (!isJsonObject(json) || typeof json["call"] !== "string") return false;
  const error = json["error"];
  if (error === undefined) return "answer" in json;
  if (!isJsonObject(error) || typeof error["cause"] !== "string") return false;
  return typeof error["code"] === "string" && Object.hasOwn(catalogue, error["code"]);
};

const isListOf = (json: unknown, is: (each: unknown) => boolean): boolean =>
  Array.isArray(json) && json.every(is);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const damaged = (name: string, why: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The cached snapshot ${name} cannot be used: ${why}. Delete it, and fork with the participant at hand.`,
    path: "cache",
  });
