import type { Scope } from "../code/scope.ts";
import type { Linker } from "../link/linker.ts";
import { asKind } from "../runtime/as-kind.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import { type PlatformFunctions } from "../runtime/platform-functions.ts";
import { type InterfaceV, type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import type { Expr } from "../syntax/ast.ts";
import type { ExprCompiler } from "./expr-compiler.ts";

type ExprOf<Kind extends Expr["kind"]> = Expr & { readonly kind: Kind };

type InterfaceCall = ExprOf<
  "callInterface" | "signatoryInterface" | "observerInterface" | "viewInterface"
>;

/**
 * Code that calls what the template behind an interface value has for it, with the payload. A view must
 * be such that a ledger value can be made of it.
 */
export const compileInterfaceCall = (
  compiler: ExprCompiler,
  to: number | undefined,
  { expr, scope }: { readonly expr: InterfaceCall; readonly scope: Scope },
): void => {
  const value = compiler.operand(expr.expr, scope);
  const fun = compiler.register();
  compiler.platformCall(fun, { ...ofInterface(codeOf(compiler, expr)), callsBack: true }, [value]);
  const payload = compiler.register();
  compiler.platformCall(
    payload,
    ofInterface((contract) => contract.payload),
    [value],
  );
  compiler.call(to, fun, [payload]);
  if (expr.kind === "viewInterface" && to !== undefined) {
    compiler.platformCall(to, unary(checkedView(compiler.linker)), [to]);
  }
};

/** Whether the value of the expression is just what a call through an interface gives; a view is checked. */
export const callsInterface = (expr: Expr): expr is InterfaceCall =>
  expr.kind === "callInterface" ||
  expr.kind === "signatoryInterface" ||
  expr.kind === "observerInterface";

/** What gives the function to call, of the payload. */
const codeOf = (
  { linker }: ExprCompiler,
  expr: InterfaceCall,
): ((value: InterfaceV) => RuntimeValue) => {
  switch (expr.kind) {
    case "callInterface":
      return (value) => linker.method(value, expr.interfaceId, expr.method);
    case "viewInterface":
      return (value) => linker.view(value, expr.interfaceId);
    case "signatoryInterface":
      return (value) => linker.signatories(value);
    case "observerInterface":
      return (value) => linker.observers(value);
  }
};

/** The view, which a ledger value can be made of. */
const checkedView =
  ({ budget }: Linker) =>
  (view: RuntimeValue): RuntimeValue => {
    toLedgerValue(view, budget);
    return view;
  };

const unary = (run1: (value: RuntimeValue) => RuntimeValue): PlatformFunctions => ({
  run: ([value = unit]) => run1(value),
  run1,
});

const ofInterface = (run: (value: InterfaceV) => RuntimeValue): PlatformFunctions =>
  unary((value) => run(asKind("interface", value)));
