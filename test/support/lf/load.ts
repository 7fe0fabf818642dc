import type { DarLoadingOptions } from "../../../fixtures/daml/index.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import type { LfExpr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { errorOf } from "../error-of.ts";
import { assembleDar, type AssembledPackage, assemblePackage } from "./assemble.ts";
import { modules } from "./notation.ts";

/** Loads a DAR with a new loader. */
export const load = (dar: Uint8Array, options?: DarLoadingOptions) =>
  createDamlLoader(options).load(dar);

/** Returns the error code with which a DAR is refused. */
export const refusal = (dar: Uint8Array, options?: DarLoadingOptions): string =>
  errorOf(() => load(dar, options)).code;

/** Returns a DAR that contains only this archive, which may be invalid. */
export const darOf = (archive: Uint8Array): Uint8Array =>
  assembleDar({ packageId: "0".repeat(64), name: "bad", version: "1.0.0", archive });

/** Returns a package with these definitions in module Main. */
export const defining = (definitions: string, languageVersion = "2.1"): AssembledPackage =>
  assemblePackage({
    name: "bad",
    version: "1.0.0",
    languageVersion,
    modules: modules`module Main {${definitions}}`,
  });

/** Returns a package that defines one value with this type and body. */
export const withValue = (
  type: string,
  body: string | LfExpr,
  languageVersion = "2.1",
): AssembledPackage =>
  assemblePackage({
    name: "bad",
    version: "1.0.0",
    languageVersion,
    modules: modules`module Main {val x: ${type} = ${body};}`,
  });
