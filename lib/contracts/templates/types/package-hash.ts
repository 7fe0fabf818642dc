import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { PackageId, PackageName } from "../../../base/identifiers/identifiers.ts";
import { computeSha256HexDigest } from "../../../base/values/digest.ts";
import type { DefinedPackageSignature } from "./defined-signature.ts";

/**
 * Returns the id of a package: the hash of its name, version and signature, as 64 hexadecimal digits. The
 * code is not included, because functions have no stable text. If you change only code, change the
 * version, too: otherwise the new package has the id of the old one. `signature` must have an empty
 * package id.
 */
export const computePackageIdFromSignature = (
  name: PackageName,
  version: string,
  signature: DefinedPackageSignature,
): PackageId =>
  computeSha256HexDigest(utf8ToBytes(JSON.stringify([name, version, toCanonicalForm(signature)])));

/** Converts maps and sets to sorted arrays, and objects to arrays of sorted properties. */
const toCanonicalForm = (part: unknown): unknown => {
  if (part instanceof Map) return [...part].map(toCanonicalForm).sort(byText);
  if (part instanceof Set) return [...part].map(toCanonicalForm).sort(byText);
  if (Array.isArray(part)) return part.map(toCanonicalForm);
  if (typeof part !== "object" || part === null) return part;
  return Object.entries(part).map(toCanonicalForm).sort(byText);
};

const byText = (left: unknown, right: unknown): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
