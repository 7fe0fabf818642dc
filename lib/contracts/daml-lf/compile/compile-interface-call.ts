import type { VariableScope } from "../code/scope.ts";
import type { CodeLinker } from "../link/linker.ts";
import { requireValueKind } from "../runtime/as-kind.ts";
import { type JavaScriptFunctionByArity } from "../runtime/javascript-functions.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import { type RuntimeInterfaceValue, type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import type { LfExpr } from "../syntax/ast.ts";
import type { ExprCompiler } from "./expr-compiler.ts";

type ExprOf<Kind extends LfExpr["kind"]> = LfExpr & { readonly kind: Kind };

type InterfaceCall = ExprOf<
  "callInterface" | "signatoryInterface" | "observerInterface" | "viewInterface"
>;

/**
 * Compiles a call through an interface: applies the implementing template's code to the payload. A view
 * must be convertible to a ledger value.
 */
export const compileInterfaceCall = (
  compiler: ExprCompiler,
  to: number | undefined,
  { expr, scope }: { readonly expr: InterfaceCall; readonly scope: VariableScope },
): void => {
  const value = compiler.compileOperand(expr.expr, scope);
  const fun = compiler.allocateRegister();
  compiler.emitPlatformCall(
    fun,
    { ...createInterfaceFunctions(createCodeResolver(compiler, expr)), callsBack: true },
    [value],
  );
  const payload = compiler.allocateRegister();
  compiler.emitPlatformCall(
    payload,
    createInterfaceFunctions((contract) => contract.payload),
    [value],
  );
  compiler.emitCall(to, fun, [payload]);
  if (expr.kind === "viewInterface" && to !== undefined) {
    compiler.emitPlatformCall(to, createUnaryFunctions(checkedView(compiler.linker)), [to]);
  }
};

/**
 * Returns true for calls through an interface whose result is returned unchanged, so that they can be
 * tail calls. Views are not: they are checked after the call.
 */
export const isInterfaceTailCall = (expr: LfExpr): expr is InterfaceCall =>
  expr.kind === "callInterface" ||
  expr.kind === "signatoryInterface" ||
  expr.kind === "observerInterface";

/** Returns a function from an interface value to the code to call. */
const createCodeResolver = (
  { linker }: ExprCompiler,
  expr: InterfaceCall,
): ((value: RuntimeInterfaceValue) => RuntimeValue) => {
  switch (expr.kind) {
    case "callInterface":
      return (value) => linker.getMethodCode(value, expr.interfaceId, expr.method);
    case "viewInterface":
      return (value) => linker.getViewCode(value, expr.interfaceId);
    case "signatoryInterface":
      return (value) => linker.getSignatoriesCode(value);
    case "observerInterface":
      return (value) => linker.getObserversCode(value);
  }
};

/** Returns a function that checks that a view can be converted to a ledger value. */
const checkedView =
  ({ budget }: CodeLinker) =>
  (view: RuntimeValue): RuntimeValue => {
    toLedgerValue(view, budget);
    return view;
  };

const createUnaryFunctions = (
  run1: (value: RuntimeValue) => RuntimeValue,
): JavaScriptFunctionByArity => ({
  run: ([value = unit]) => run1(value),
  run1,
});

const createInterfaceFunctions = (
  run: (value: RuntimeInterfaceValue) => RuntimeValue,
): JavaScriptFunctionByArity =>
  createUnaryFunctions((value) => run(requireValueKind("interface", value)));
