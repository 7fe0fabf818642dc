import { bytesToHex } from "@noble/hashes/utils.js";

import { packageNameString, partyString } from "../../../base/identifiers/identifier-syntax.ts";
import type { KeyHash, Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import { lengthDelimited, malformed } from "../../../base/values/wire-message.ts";
import type { EnrichedValue } from "./enriched-value.ts";
import { readValue } from "./enriched-value-decode.ts";
import type { PreparedKey } from "./prepared-transaction.ts";
import { matching, present, readIdentifier, readMessage } from "./wire-fields.ts";

/** Reads the key of a node, with its maintainers. Raises INVALID_ARGUMENT, VALUE_NESTING. */
export const readKey = (bytes: Uint8Array, maxNesting: number): PreparedKey => {
  let global: Omit<PreparedKey, "maintainers"> | undefined;
  const maintainers: Party[] = [];
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimited(1)) {
      global = readGlobalKey(reader.bytes(), maxNesting);
    } else if (tag === lengthDelimited(2)) {
      maintainers.push(matching(partyString, reader.string(true)));
    } else {
      return false;
    }
    return true;
  });
  return { ...present("the content of a key", global), maintainers };
};

const readGlobalKey = (bytes: Uint8Array, maxNesting: number): Omit<PreparedKey, "maintainers"> => {
  let templateId: TypeId | undefined;
  let name = "";
  let content: EnrichedValue | undefined;
  let hash: KeyHash = "";
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimited(1)) templateId = readIdentifier(reader.bytes());
    else if (tag === lengthDelimited(2)) name = matching(packageNameString, reader.string(true));
    else if (tag === lengthDelimited(3)) content = readValue(reader.bytes(), maxNesting);
    else if (tag === lengthDelimited(4)) hash = bytesToHex(reader.bytes());
    else return false;
    return true;
  });
  if (hash.length !== 64) throw malformed("the hash of a key does not have 32 bytes");
  return {
    packageName: name,
    templateId: present("the template id of a key", templateId),
    value: present("the value of a key", content),
    hash,
  };
};
