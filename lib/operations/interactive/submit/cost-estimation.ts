import {
  type JsonReader,
  readBoolean,
  readJsonObject,
  readOptionalJsonField,
  readOptionalList,
} from "../../../views/envelope/readers.ts";
import { createEnumReader } from "../keys/signature.ts";

/**
 * Reads a CostEstimationHints record. Returns true if it requests an estimate. Raises
 * INVALID_ARGUMENT, and INVALID_FIELD for an algorithm that cannot be used for execution.
 */
export const readWantsCostEstimation: JsonReader<boolean> = (json) => {
  const object = readJsonObject(json);
  if (readOptionalJsonField(object, "disabled", readBoolean) === true) return false;
  readOptionalList(
    object,
    "expectedSignatures",
    createEnumReader("expectedSignatures", signingAlgorithmNames),
  );
  return true;
};

const signingAlgorithmNames: ReadonlyMap<string, true> = new Map([
  ["SIGNING_ALGORITHM_SPEC_ED25519", true],
  ["SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256", true],
  ["SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384", true],
]);
