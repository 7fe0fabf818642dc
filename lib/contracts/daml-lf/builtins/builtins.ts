import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";
import { type Builtin, builtin } from "./builtin.ts";
import { arithmeticBuiltins } from "./builtins-arithmetic.ts";
import { collectionBuiltins, collectionConstants } from "./builtins-collections.ts";
import { cryptoBuiltins } from "./builtins-crypto.ts";
import { failureBuiltins } from "./builtins-failure.ts";
import { textBuiltins } from "./builtins-text.ts";

const builtins: ReadonlyMap<number, Builtin> = new Map([
  ...failureBuiltins,
  ...arithmeticBuiltins,
  ...textBuiltins,
  ...cryptoBuiltins,
  ...collectionBuiltins,
]);

/** The value of a builtin without arguments; undefined for functions. */
export const builtinConstant = (id: number): RuntimeValue | undefined =>
  collectionConstants.get(id);

/** The builtin function with this number in the archive format (daml-lf.md 9.2); unknown ones fail when applied. */
export const builtinFor = (id: number): Builtin =>
  builtins.get(id) ??
  builtin(`BUILTIN_${id}`, 1, () => {
    throw ledgerError("INTERPRETATION_USER_ERROR", {
      cause: `Interpretation error: Error: the builtin function ${id} is not supported.`,
    });
  });
