import { bytesToHex } from "@noble/hashes/utils.js";

import { packageNameGrammar, partyIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { KeyHash, Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import { lengthDelimitedTag, malformedBytesError } from "../../../base/values/wire-message.ts";
import type { EnrichedValue } from "./enriched-value.ts";
import { readValue } from "./enriched-value-decode.ts";
import type { PreparedKey } from "./prepared-transaction.ts";
import {
  readIdentifierMessage,
  readMessage,
  requireForm,
  requireMessagePart,
} from "./wire-fields.ts";

/** Reads the key of a node, with its maintainers. Raises INVALID_ARGUMENT, VALUE_NESTING. */
export const readPreparedKey = (bytes: Uint8Array, maxNesting: number): PreparedKey => {
  let global: Omit<PreparedKey, "maintainers"> | undefined;
  const maintainers: Party[] = [];
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(1)) {
      global = readGlobalKey(reader.bytes(), maxNesting);
    } else if (tag === lengthDelimitedTag(2)) {
      maintainers.push(requireForm(partyIdGrammar, reader.string(true)));
    } else {
      return false;
    }
    return true;
  });
  return { ...requireMessagePart("the content of a key", global), maintainers };
};

const readGlobalKey = (bytes: Uint8Array, maxNesting: number): Omit<PreparedKey, "maintainers"> => {
  let templateId: TypeId | undefined;
  let name = "";
  let content: EnrichedValue | undefined;
  let hash: KeyHash = "";
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(1)) {
      templateId = readIdentifierMessage(reader.bytes());
    } else if (tag === lengthDelimitedTag(2)) {
      name = requireForm(packageNameGrammar, reader.string(true));
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
    templateId: requireMessagePart("the template id of a key", templateId),
    value: requireMessagePart("the value of a key", content),
    hash,
  };
};
