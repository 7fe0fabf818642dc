import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { PackageId, PackageName } from "../../../base/identifiers/identifiers.ts";
import { hexDigestOf } from "../../../base/values/digest.ts";
import type { DefinedSignature } from "./defined-signature.ts";

/**
 * The id of a package: the hash of its name, version and signature, 64 hex digits. Code is not part of
 * it, as functions have no stable text; a package whose code changes should get a new version, as its
 * contracts live on. `signature` is the one with the empty package id.
 */
export const packageHash = (
  name: PackageName,
  version: string,
  signature: DefinedSignature,
): PackageId => hexDigestOf(utf8ToBytes(JSON.stringify([name, version, canonical(signature)])));

/** Maps and sets become sorted arrays, and objects arrays of sorted properties. */
const canonical = (part: unknown): unknown => {
  if (part instanceof Map) return [...part].map(canonical).sort(byText);
  if (part instanceof Set) return [...part].map(canonical).sort(byText);
  if (Array.isArray(part)) return part.map(canonical);
  if (typeof part !== "object" || part === null) return part;
  return Object.entries(part).map(canonical).sort(byText);
};

const byText = (left: unknown, right: unknown): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
