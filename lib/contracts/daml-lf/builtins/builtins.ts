import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";
import { type BuiltinFunctionName, findBuiltinFunction } from "../syntax/builtin-functions.ts";
import type {
  BuiltinConstantFactory,
  BuiltinConstantFactoryByName,
  BuiltinEnvironment,
  BuiltinFunctionFactory,
  BuiltinFunctionFactoryByName,
  BuiltinFunctionValue,
} from "./builtin.ts";
import { arithmeticBuiltins } from "./builtins-arithmetic.ts";
import { collectionBuiltins, collectionConstantBuiltins } from "./builtins-collections.ts";
import { cryptoBuiltins } from "./builtins-crypto.ts";
import { failureBuiltinFunctions } from "./builtins-failure.ts";
import { textBuiltins } from "./builtins-text.ts";

/**
 * Builtin functions that call their arguments. They are compiled to instructions, not implemented in
 * JavaScript.
 */
export type HigherOrderBuiltin = "FOLDL" | "FOLDR" | "EQUAL_LIST" | "ANY_EXCEPTION_MESSAGE";

/** Builtins without arguments. */
type ConstantBuiltin = "GENMAP_EMPTY" | "TEXTMAP_EMPTY";

/** The code of all other builtins. */
const allCodes: Readonly<
  Record<Exclude<BuiltinFunctionName, HigherOrderBuiltin | ConstantBuiltin>, BuiltinFunctionFactory>
> = {
  ...failureBuiltinFunctions,
  ...arithmeticBuiltins,
  ...textBuiltins,
  ...cryptoBuiltins,
  ...collectionBuiltins,
};

const allConstants: Readonly<Record<ConstantBuiltin, BuiltinConstantFactory>> =
  collectionConstantBuiltins;

const builtinCodeByName: BuiltinFunctionFactoryByName = allCodes;
const builtinConstantByName: BuiltinConstantFactoryByName = allConstants;

/**
 * The builtin functions of one program that are implemented in JavaScript, by their numbers in the archive
 * format.
 */
export class BuiltinTable {
  readonly #environment: BuiltinEnvironment;
  readonly #functions = new Map<number, BuiltinFunctionValue>();

  constructor(environment: BuiltinEnvironment) {
    this.#environment = environment;
  }

  /** Returns the value of a builtin without arguments; undefined for functions. */
  findConstant(id: number): RuntimeValue | undefined {
    const name = findBuiltinFunction(id)?.name;
    return name === undefined ? undefined : builtinConstantByName[name]?.(this.#environment);
  }

  /** Returns the builtin function with this number; an unknown function fails when it is applied. */
  getFunction(id: number): BuiltinFunctionValue {
    let found = this.#functions.get(id);
    if (found === undefined) {
      found = this.#createFunction(id);
      this.#functions.set(id, found);
    }
    return found;
  }

  #createFunction(id: number): BuiltinFunctionValue {
    const name = findBuiltinFunction(id)?.name;
    const code = name === undefined ? undefined : builtinCodeByName[name];
    if (name === undefined || code === undefined) return createUnsupportedBuiltin(id);
    return code({ ...this.#environment, name });
  }
}

const createUnsupportedBuiltin = (id: number): BuiltinFunctionValue => ({
  kind: "builtin",
  arity: 1,
  run: () => {
    throw ledgerError("INTERPRETATION_USER_ERROR", {
      cause: `Interpretation error: Error: the builtin function ${id} is not supported.`,
    });
  },
});
