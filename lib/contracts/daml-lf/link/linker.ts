import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Builtin } from "../builtins/builtin.ts";
import type { CodeStore } from "../code/code-store.ts";
import type { CodeDefinition } from "../code/execution-trace.ts";
import type { Budget } from "../runtime/budget.ts";
import type { AnyV, ClosureV, InterfaceV, RuntimeValue } from "../runtime/runtime-value.ts";
import type { Expr, ValueName } from "../syntax/ast.ts";
import type { LedgerValueReader } from "./ledger-value-reader.ts";
import type { LinkedDefinitions } from "./linked-definitions.ts";

/**
 * What the code of one definition needs of all others: who they are, and what stands for them in
 * instructions. What is asked for is compiled then, or later, when it is first needed.
 */
export interface Linker {
  readonly definitions: LinkedDefinitions;
  readonly values: LedgerValueReader;
  readonly store: CodeStore;
  /** What the code takes steps of. */
  readonly budget: Budget;

  /** Compiles an expression of a definition, so that errors in it can name the definition. */
  inDefinition<T>(definition: CodeDefinition, expr: Expr, compile: (expr: Expr) => T): T;

  /** The constant that stands for a top-level value. */
  constantOf(name: ValueName): number;

  /** Whether it stands for a function that is compiled: others have to be asked for each time. */
  isFunction(constant: number): boolean;

  /** The value of the builtin with that number in the archive format, a function or not. */
  builtin(id: number): RuntimeValue;

  /** The builtin function that an expression names outright: of the platform, or of compiled code. */
  knownBuiltin(expr: Expr): Builtin | ClosureV | undefined;

  // Of the template behind an interface value, functions of the payload.

  /** What it has for a method of an interface. */
  method(contract: InterfaceV, interfaceId: TypeId, method: string): ClosureV;

  /** What an interface shows of it. */
  view(contract: InterfaceV, interfaceId: TypeId): ClosureV;

  signatories(contract: InterfaceV): ClosureV;
  observers(contract: InterfaceV): ClosureV;

  /** What gives the message of an exception of its value; undefined where a field is the message. */
  messageFunction(exception: AnyV): ClosureV | undefined;
}
