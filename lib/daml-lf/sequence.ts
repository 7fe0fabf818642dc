import type { Alternative, Binding, Expr, LfType } from "./ast.ts";
import { mapOperands, mapPerformed } from "./operands.ts";

/** What evaluating an expression by itself may set going, its operands apart. */
export interface Calls {
  /** Whether applying `head` to so many arguments is more than one step of a builtin function. */
  readonly isCall: (head: Expr, argumentCount: number) => boolean;
  /** Whether a top-level value may need calls to be evaluated. */
  readonly isComputed: (name: string) => boolean;
}

/**
 * Puts expressions in sequence: whatever may call stands in tail position or is bound by a let, so
 * that no call waits inside the evaluation of something else. The order of evaluation stays.
 */
export class Sequencer {
  readonly #calls: Calls;
  readonly #calling = new WeakSet<Expr>();
  #temporaries = 0;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Whether evaluating an expression that {@link sequence} gave may call. */
  mayCall(expr: Expr): boolean {
    return this.#calling.has(expr);
  }

  /** The expression in sequence, its types erased where they stand around values. */
  sequence(expr: Expr): Expr {
    if (expr.kind === "typeApply") return this.sequence(expr.expr);
    if (expr.kind === "typeLambda") return this.sequence(expr.body);
    if (expr.kind === "lambda") return { ...expr, body: this.sequence(expr.body) };
    if (expr.kind === "value") return this.#marked(expr, this.#calls.isComputed(expr.name));
    if (expr.kind === "let")
      return this.#let(expr.bindings.map(this.#binding), this.sequence(expr.body));
    if (expr.kind === "case") return this.#case(expr);
    if (expr.kind !== "update") return this.#operation(expr);
    const update = mapPerformed(expr.update, (performed) => this.sequence(performed));
    return this.#operation({ kind: "update", update });
  }

  readonly #binding = (binding: Binding): Binding => ({
    ...binding,
    bound: this.sequence(binding.bound),
  });

  #marked(expr: Expr, mayCall: boolean): Expr {
    if (mayCall) this.#calling.add(expr);
    return expr;
  }

  #let(bindings: readonly Binding[], body: Expr): Expr {
    const mayCall = [...bindings.map(({ bound }) => bound), body].some((part) =>
      this.mayCall(part),
    );
    return this.#marked({ kind: "let", bindings, body }, mayCall);
  }

  #case(expr: Extract<Expr, { readonly kind: "case" }>): Expr {
    const scrutinee = this.sequence(expr.scrutinee);
    const alternatives = expr.alternatives.map(({ pattern, body }): Alternative => {
      return { pattern, body: this.sequence(body) };
    });
    const mayCall = alternatives.some(({ body }) => this.mayCall(body));
    if (!this.mayCall(scrutinee))
      return this.#marked({ kind: "case", scrutinee, alternatives }, mayCall);
    const { binding, variable } = this.#temporary(scrutinee);
    const branching = this.#marked({ kind: "case", scrutinee: variable, alternatives }, mayCall);
    return this.#let([binding], branching);
  }

  /** Binds the operands that may call, and before them those that are evaluated earlier. */
  #operation(expr: Expr): Expr {
    const operands = operandsOf(expr).map((operand) => this.sequence(operand));
    const lastToCall = operands.findIndex((operand) => this.mayCall(operand));
    const bindings: Binding[] = [];
    const placed = operands.map((operand, index) => {
      if (lastToCall < 0 || index < lastToCall || this.#isAtom(operand)) return operand;
      const { binding, variable } = this.#temporary(operand);
      bindings.push(binding);
      return variable;
    });
    let next = 0;
    const operation = mapOperands(expr, (operand) => placed[next++] ?? operand);
    this.#marked(operation, this.#isCall(operation));
    // Operands are evaluated from the last to the first.
    return bindings.length === 0 ? operation : this.#let(bindings.reverse(), operation);
  }

  #isCall(expr: Expr): boolean {
    if (expr.kind === "apply") return this.#calls.isCall(expr.fun, expr.arguments.length);
    return throughInterface.has(expr.kind);
  }

  #isAtom(expr: Expr): boolean {
    return expr.kind === "value" ? !this.mayCall(expr) : isAtom(expr);
  }

  #temporary(bound: Expr): { readonly binding: Binding; readonly variable: Expr } {
    // No name of Daml code holds a space.
    const name = `operand ${this.#temporaries++}`;
    return { binding: { name, type: noType, bound }, variable: { kind: "variable", name } };
  }
}

/** Runs code of a template that is known only then. */
const throughInterface: ReadonlySet<Expr["kind"]> = new Set<Expr["kind"]>([
  "callInterface",
  "signatoryInterface",
  "observerInterface",
  "viewInterface",
]);

const atoms: ReadonlySet<Expr["kind"]> = new Set<Expr["kind"]>([
  "variable",
  "builtin",
  "unit",
  "bool",
  "int64",
  "numeric",
  "text",
  "date",
  "timestamp",
  "failureCategory",
  "lambda",
  "nil",
  "none",
  "enum",
  "typeRep",
]);

/** Whether an expression is the same whenever it is evaluated, calls nothing and cannot fail. */
export const isAtom = (expr: Expr): boolean =>
  atoms.has(expr.kind) || (expr.kind === "typeLambda" && isAtom(expr.body));

/** Running code takes no notice of types. */
const noType: LfType = { kind: "builtin", builtin: "Unit", arguments: [] };

const operandsOf = (expr: Expr): readonly Expr[] => {
  const operands: Expr[] = [];
  mapOperands(expr, (operand) => {
    operands.push(operand);
    return operand;
  });
  return operands;
};
