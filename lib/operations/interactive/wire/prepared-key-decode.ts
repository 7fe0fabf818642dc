import { bytesToHex } from "@noble/hashes/utils.js";

import { packageNameGrammar, partyIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { KeyHash, Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  computeLengthDelimitedFieldTag,
  createMalformedBytesError,
} from "../../../base/values/wire-message.ts";
import type { EnrichedValue } from "./enriched-value.ts";
import { decodeEnrichedValue } from "./enriched-value-decode.ts";
import type { PreparedContractKey } from "./prepared-transaction.ts";
import {
  readIdentifierMessage,
  readProtobufMessage,
  requireMessagePart,
  requireTextMatchesGrammar,
} from "./wire-fields.ts";

/** Reads the key of a node, with its maintainers. Raises INVALID_ARGUMENT, VALUE_NESTING. */
export const readPreparedContractKey = (
  bytes: Uint8Array,
  maxNesting: number,
): PreparedContractKey => {
  let global: Omit<PreparedContractKey, "maintainers"> | undefined;
  const maintainers: Party[] = [];
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      global = readGlobalKey(reader.bytes(), maxNesting);
    } else if (tag === computeLengthDelimitedFieldTag(2)) {
      maintainers.push(requireTextMatchesGrammar(partyIdGrammar, reader.string(true)));
    } else {
      return false;
    }
    return true;
  });
  return { ...requireMessagePart("the content of a key", global), maintainers };
};

const readGlobalKey = (
  bytes: Uint8Array,
  maxNesting: number,
): Omit<PreparedContractKey, "maintainers"> => {
  let templateId: TypeId | undefined;
  let name = "";
  let content: EnrichedValue | undefined;
  let hash: KeyHash = "";
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      templateId = readIdentifierMessage(reader.bytes());
    } else if (tag === computeLengthDelimitedFieldTag(2)) {
      name = requireTextMatchesGrammar(packageNameGrammar, reader.string(true));
    } else if (tag === computeLengthDelimitedFieldTag(3)) {
      content = decodeEnrichedValue(reader.bytes(), maxNesting);
    } else if (tag === computeLengthDelimitedFieldTag(4)) {
      hash = bytesToHex(reader.bytes());
    } else {
      return false;
    }
    return true;
  });
  if (hash.length !== 64) {
    throw createMalformedBytesError("the hash of a key does not have 32 bytes");
  }
  return {
    packageName: name,
    templateId: requireMessagePart("the template id of a key", templateId),
    value: requireMessagePart("the value of a key", content),
    hash,
  };
};
