import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

import { ledgerError, type Package } from "../../lib/index.ts";

const refuse = (): never => {
  throw ledgerError("INVALID_ARGUMENT", { cause: "A plain package has nothing to run." });
};

const engine = {
  create: refuse,
  exercise: refuse,
  exerciseByKey: refuse,
  computeInterfaceView: refuse,
  convertToVersion: refuse,
};

/**
 * Returns a package without templates that can be listed, vetted and depended on. Its id is derived from the
 * arguments.
 */
export const plainPackage = (
  name: string,
  version = "1.0.0",
  rest: Partial<Pick<Package, "dependencies" | "archive" | "dataTypes" | "templates">> = {},
): Package => ({
  packageId: bytesToHex(sha256(utf8ToBytes(`${name} ${version}`))),
  name,
  version,
  language: "typescript",
  dependencies: [],
  templates: new Map(),
  interfaces: new Map(),
  dataTypes: new Map(),
  engine,
  ...rest,
});
