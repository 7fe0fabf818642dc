import type { PackageId } from "../../base/identifiers/identifiers.ts";
import { parseArchivePayload } from "./archive/archive.ts";
import { decodePackage } from "./decode/decode-package.ts";

/**
 * Returns the ids of the packages that a package depends on, from the payload that `GET /v2/packages/{id}`
 * returns, without loading the package. Raises DAR_PARSE_ERROR, ALLOWED_LANGUAGE_VERSIONS.
 */
export const packageDependencies = (payload: Uint8Array): readonly PackageId[] => [
  ...decodePackage(parseArchivePayload(payload)).dependencies,
];
