import type { PackageId } from "../../base/identifiers/identifiers.ts";
import { openPayload } from "./archive/archive.ts";
import { decodePackage } from "./decode/decode-package.ts";

/**
 * The packages that one refers to, by what its archive holds, without loading it: what `GET /v2/packages/{id}` answers. Raises
 * DAR_PARSE_ERROR, ALLOWED_LANGUAGE_VERSIONS.
 */
export const packageDependencies = (payload: Uint8Array): readonly PackageId[] => [
  ...decodePackage(openPayload(payload)).dependencies,
];
