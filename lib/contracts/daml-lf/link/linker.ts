import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { BuiltinFunctionValue } from "../builtins/builtin.ts";
import type { ProgramCodeStore } from "../code/code-store.ts";
import type { CodeSourceDefinition } from "../code/source-place-tracker.ts";
import type { EvaluationBudget } from "../runtime/budget.ts";
import type {
  RuntimeAny,
  RuntimeClosure,
  RuntimeInterfaceValue,
  RuntimeValue,
} from "../runtime/runtime-value.ts";
import type { LfExpr, LfValueId } from "../syntax/ast.ts";
import type { LedgerToRuntimeValueConverter } from "./ledger-to-runtime-value-converter.ts";
import type { LinkedDefinitions } from "./linked-definitions.ts";

/**
 * Resolves references to other definitions while code is compiled. It compiles these definitions
 * immediately or on first use.
 */
export interface CodeLinker {
  readonly definitions: LinkedDefinitions;
  readonly values: LedgerToRuntimeValueConverter;
  readonly store: ProgramCodeStore;
  /** The budget that the code is charged to. */
  readonly budget: EvaluationBudget;

  /** Compiles an expression of a definition, so that errors in it can name the definition. */
  inDefinition<T>(definition: CodeSourceDefinition, expr: LfExpr, compile: (expr: LfExpr) => T): T;

  /** Returns the constant of a top-level value. */
  getConstantIndex(name: LfValueId): number;

  /**
   * Returns true if the constant is a compiled function. Any other constant may not be evaluated yet, so
   * code must check it at each use.
   */
  isFunction(constant: number): boolean;

  /** Returns the value of a builtin by its number in the archive format; it may be a function. */
  getBuiltin(id: number): RuntimeValue;

  /**
   * Returns the builtin function, implemented in JavaScript or compiled, if the expression is one;
   * otherwise undefined.
   */
  findKnownBuiltin(expr: LfExpr): BuiltinFunctionValue | RuntimeClosure | undefined;

  // Functions that take the payload. They belong to the template of an interface value.

  /** Returns the template's implementation of a method. */
  getMethodCode(
    contract: RuntimeInterfaceValue,
    interfaceId: TypeId,
    method: string,
  ): RuntimeClosure;

  /** Returns the template's implementation of the view. */
  getViewCode(contract: RuntimeInterfaceValue, interfaceId: TypeId): RuntimeClosure;

  getSignatoriesCode(contract: RuntimeInterfaceValue): RuntimeClosure;
  getObserversCode(contract: RuntimeInterfaceValue): RuntimeClosure;

  /**
   * Returns the function that computes an exception's message from its value; undefined if a field contains
   * the message.
   */
  findMessageFunction(exception: RuntimeAny): RuntimeClosure | undefined;
}
