import { utf8ToBytes } from "@noble/hashes/utils.js";

import { categoryByErrorCode } from "../base/errors/catalogue.ts";
import { type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import type { Offset } from "../base/identifiers/identifiers.ts";
import { computeSha256HexDigest } from "../base/values/digest.ts";
import { isJsonObject, type JsonObject, tryParseJson } from "../base/values/json-object.ts";
import type { ForkOptions } from "./fork-options.ts";
import type { RecordedParticipantCall } from "./recorder.ts";
import { parseBaseUrl } from "./remote.ts";

/**
 * The responses of a participant that a fork at one offset needs. Packages are cached separately.
 */
export interface ForkSnapshot {
  readonly hasToken: boolean;
  readonly calls: readonly RecordedParticipantCall[];
  /** The active contracts. */
  readonly items: readonly JsonObject[];
}

/** The selection that a snapshot contains. `parties` is undefined for all parties. */
type SnapshotSelection = Pick<ForkOptions, "url" | "parties" | "templates" | "interfaces">;

const formVersion = 1;

/** Returns the cache name of a snapshot. Equal selections at one offset have equal names. */
export const createForkSnapshotName = (asked: SnapshotSelection, offset: Offset): string => {
  const sorted = (list: readonly string[] | undefined) => list && [...new Set(list)].sort();
  const { parties, templates = [], interfaces = [] } = asked;
  const filter = [sorted(parties) ?? "any", sorted(templates), sorted(interfaces)];
  const base = parseBaseUrl(asked.url);
  return `snapshots/${shortHash(base)}/${offset}-${shortHash(JSON.stringify(filter))}.json`;
};

const shortHash = (text: string): string => computeSha256HexDigest(utf8ToBytes(text)).slice(0, 32);

/** Returns two lines: a header with the SHA-256 of the second line, and the responses as JSON. */
export const encodeForkSnapshot = (snapshot: ForkSnapshot): Uint8Array => {
  const body = JSON.stringify(snapshot);
  const sha256 = computeSha256HexDigest(utf8ToBytes(body));
  return utf8ToBytes(`${JSON.stringify({ fork: formVersion, sha256 })}\n${body}`);
};

/**
 * Reads a snapshot. Raises INVALID_ARGUMENT if it was modified or truncated, or has the form of another
 * release.
 */
export const decodeForkSnapshot = (bytes: Uint8Array, name: string): ForkSnapshot => {
  const text = new TextDecoder().decode(bytes);
  const [head = "", ...rest] = text.split("\n");
  const json = tryParseJson(head);
  const body = rest.join("\n");
  if (!isJsonObject(json)) {
    throw damagedSnapshotError(name, "it does not begin with the header of a snapshot");
  }
  if (json["fork"] !== formVersion) throw damagedSnapshotError(name, "another release wrote it");
  if (json["sha256"] !== computeSha256HexDigest(utf8ToBytes(body))) {
    throw damagedSnapshotError(name, "it was changed");
  }
  const snapshot = tryParseJson(body);
  if (!isSnapshot(snapshot)) throw damagedSnapshotError(name, "its content is not a snapshot");
  return snapshot;
};

/** Checks the parts that are not checked when the responses are read. */
const isSnapshot = (json: unknown): json is ForkSnapshot =>
  isJsonObject(json) &&
  typeof json["hasToken"] === "boolean" &&
  isListOfValid(json["calls"], isCall) &&
  isListOfValid(json["items"], isJsonObject);

const isCall = (json: unknown): boolean => {
  if (!isJsonObject(json) || typeof json["call"] !== "string") return false;
  const error = json["error"];
  if (error === undefined) return "answer" in json;
  if (!isJsonObject(error) || typeof error["cause"] !== "string") return false;
  return typeof error["code"] === "string" && Object.hasOwn(categoryByErrorCode, error["code"]);
};

const isListOfValid = (json: unknown, is: (each: unknown) => boolean): boolean =>
  Array.isArray(json) && json.every(is);

const damagedSnapshotError = (name: string, why: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The cached snapshot ${name} cannot be used: ${why}. Delete it, and fork again with access to the participant.`,
    path: "cache",
  });
