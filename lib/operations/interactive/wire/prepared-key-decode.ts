import { bytesToHex } from "@noble/hashes/utils.js";

import { packageNameString, partyString } from "../../../base/identifiers/identifier-syntax.ts";
import type { KeyHash, Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import { lengthDelimitedTag, malformedBytesError } from "../../../base/values/wire-message.ts";
import type { EnrichedValue } from "./enriched-value.ts";
import { readValue } from "./enriched-value-decode.ts";
import type { PreparedKey } from "./prepared-transaction.ts";
import { readIdentifier, readMessage, requireForm, requirePart } from "./wire-fields.ts";

/** Reads the key of a node, with its maintainers. Raises INVALID_ARGUMENT, VALUE_NESTING. */
export const readKey = (bytes: Uint8Array, maxNesting: number): PreparedKey => {
  let global: Omit<PreparedKey, "maintainers"> | undefined;
  const maintainers: Party[] = [];
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(1)) {
      global = readGlobalKey(reader.bytes(), maxNesting);
    } else if (tag === lengthDelimitedTag(2)) {
      maintainers.push(requireForm(partyString, reader.string(true)));
    } else {
      return false;
    }
    return true;
  });
  return { ...requirePart("the content of a key", global), maintainers };
};

const readGlobalKey = (bytes: Uint8Array, maxNesting: number): Omit<PreparedKey, "maintainers"> => {
  let templateId: TypeId | undefined;
  let name = "";
  let content: EnrichedValue | undefined;
  let hash: KeyHash = "";
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(1)) {
      templateId = readIdentifier(reader.bytes());
    } else if (tag === lengthDelimitedTag(2)) {
      name = requireForm(packageNameString, reader.string(true));
    } else if (tag === lengthDelimitedTag(3)) {
      content = readValue(reader.bytes(), maxNesting);
    } else if (tag === lengthDelimitedTag(4)) {
      hash = bytesToHex(reader.bytes());
    } else {
      return false;
    }
    return true;
  });
  if (hash.length !== 64) throw malformedBytesError("the hash of a key does not have 32 bytes");
  return {
    packageName: name,
    templateId: requirePart("the template id of a key", templateId),
    value: requirePart("the value of a key", content),
    hash,
  };
};
