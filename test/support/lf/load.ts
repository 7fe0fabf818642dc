import type { DamlOptions } from "../../../fixtures/daml/index.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { errorOf } from "../error-of.ts";
import { assembleDar, type AssembledPackage, assemblePackage } from "./assemble.ts";
import { modules } from "./notation.ts";

/** What a loader of its own makes of a DAR. */
export const load = (dar: Uint8Array, options?: DamlOptions) => createDamlLoader(options).load(dar);

/** The code of the error that a DAR is refused with. */
export const refusal = (dar: Uint8Array, options?: DamlOptions): string =>
  errorOf(() => load(dar, options)).code;

/** A DAR of this archive alone, which need not be one. */
export const darOf = (archive: Uint8Array): Uint8Array =>
  assembleDar({ packageId: "0".repeat(64), name: "bad", version: "1.0.0", archive });

/** A package of module Main with these definitions. */
export const defining = (definitions: string, languageVersion = "2.1"): AssembledPackage =>
  assemblePackage({
    name: "bad",
    version: "1.0.0",
    languageVersion,
    modules: modules`module Main {${definitions}}`,
  });

/** A package with one value of a type and this body. */
export const withValue = (
  type: string,
  body: string | Expr,
  languageVersion = "2.1",
): AssembledPackage =>
  assemblePackage({
    name: "bad",
    version: "1.0.0",
    languageVersion,
    modules: modules`module Main {val x: ${type} = ${body};}`,
  });
