import { ledgerError } from "../../../base/errors/ledger-error.ts";
import * as op from "../code/instructions.ts";
import { bindVariableToRegister, type VariableScope } from "../code/scope.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";
import type { CaseAlternative, CasePattern, LfExpr } from "../syntax/ast.ts";
import type { ExprCompiler } from "./expr-compiler.ts";

type CaseExpr = Extract<LfExpr, { readonly kind: "case" }>;

/**
 * Compiles a case expression. Its value goes into the register `to`, or is returned if `to` is undefined.
 * All patterns have the same type, so the kind of the first pattern determines how to select the
 * alternative without testing the others.
 */
export const compileCase = (
  compiler: ExprCompiler,
  { scrutinee, alternatives }: CaseExpr,
  scope: VariableScope,
  to?: number,
): void => {
  const value = compiler.compileOperand(scrutinee, scope);
  const end = alternatives.findIndex(({ pattern }) => isDefault(pattern)) + 1;
  const reachable = end === 0 ? alternatives : alternatives.slice(0, end);
  new CaseCompiler(compiler, scope, { value, to }).compile(reachable);
};

/** A unit pattern matches every value of its type. */
const isDefault = ({ kind }: CasePattern): boolean => kind === "default" || kind === "unit";

class CaseCompiler {
  readonly #compiler: ExprCompiler;
  readonly #scope: VariableScope;
  readonly #value: number;
  readonly #to: number | undefined;
  /** Jumps from the ends of alternatives to the end of the case. */
  readonly #ends: number[] = [];

  constructor(
    compiler: ExprCompiler,
    scope: VariableScope,
    { value, to }: { readonly value: number; readonly to: number | undefined },
  ) {
    this.#compiler = compiler;
    this.#scope = scope;
    this.#value = value;
    this.#to = to;
  }

  /** Compiles alternatives of which only the last may be a default. */
  compile(alternatives: readonly CaseAlternative[]): void {
    this.#compileAlternatives(alternatives);
    for (const end of this.#ends) this.#compiler.setTarget(end);
  }

  #compileAlternatives(alternatives: readonly CaseAlternative[]): void {
    switch (alternatives[0]?.pattern.kind) {
      case undefined:
      case "default":
      case "unit":
        return this.#compileDefault(alternatives);
      case "bool":
        return this.#compileBoolCase(alternatives);
      case "nil":
      case "cons":
        return this.#compileListCase(alternatives);
      case "none":
      case "some":
        return this.#compileOptionalCase(alternatives);
      case "enum":
        return this.#compileEnumCase(alternatives);
      case "variant":
        return this.#compileVariantCase(alternatives);
    }
  }

  #compileBoolCase(alternatives: readonly CaseAlternative[]): void {
    const branch = (value: boolean): void => {
      const found = alternatives.find(
        ({ pattern }) => pattern.kind === "bool" && pattern.value === value,
      );
      if (found === undefined) this.#compileDefault(alternatives);
      else this.#compileBody(found.body, this.#scope);
    };
    const otherwise = this.#compiler.emitJump(op.JUMP_UNLESS_OPCODE, this.#value);
    branch(true);
    this.#compiler.setTarget(otherwise);
    branch(false);
  }

  #compileListCase(alternatives: readonly CaseAlternative[]): void {
    const head = this.#compiler.allocateRegister();
    const tail = this.#compiler.allocateRegister();
    const empty = this.#compiler.emitJump(op.UNCONS_LIST_OPCODE, this.#value, head, tail);
    const found = findFirstAlternative("cons", alternatives);
    if (found === undefined) {
      this.#compileDefault(alternatives);
    } else {
      const { pattern, body } = found;
      const withHead = bindVariableToRegister(this.#scope, pattern.head, head);
      this.#compileBody(body, bindVariableToRegister(withHead, pattern.tail, tail));
    }
    this.#compiler.setTarget(empty);
    this.#compilePlainAlternative("nil", alternatives);
  }

  #compileOptionalCase(alternatives: readonly CaseAlternative[]): void {
    const content = this.#compiler.allocateRegister();
    const absent = this.#compiler.emitJump(op.UNWRAP_OPTIONAL_OPCODE, this.#value, content);
    const found = findFirstAlternative("some", alternatives);
    if (found === undefined) {
      this.#compileDefault(alternatives);
    } else {
      this.#compileBody(
        found.body,
        bindVariableToRegister(this.#scope, found.pattern.binder, content),
      );
    }
    this.#compiler.setTarget(absent);
    this.#compilePlainAlternative("none", alternatives);
  }

  #compileEnumCase(alternatives: readonly CaseAlternative[]): void {
    const bodies = new Map<number, () => void>();
    for (const { pattern, body } of alternatives) {
      if (pattern.kind !== "enum") continue;
      const { typeId, constructor } = pattern;
      const rank = this.#compiler.linker.definitions.getRank(typeId, constructor);
      if (!bodies.has(rank)) bodies.set(rank, () => this.#compileBody(body, this.#scope));
    }
    this.#compileSwitch(alternatives, bodies, [op.SWITCH_ENUM_OPCODE, this.#value]);
  }

  #compileVariantCase(alternatives: readonly CaseAlternative[]): void {
    const content = this.#compiler.allocateRegister();
    const bodies = new Map<number, () => void>();
    for (const { pattern, body } of alternatives) {
      if (pattern.kind !== "variant") continue;
      const { typeId, constructor, binder } = pattern;
      const rank = this.#compiler.linker.definitions.getRank(typeId, constructor);
      const scope = bindVariableToRegister(this.#scope, binder, content);
      if (!bodies.has(rank)) bodies.set(rank, () => this.#compileBody(body, scope));
    }
    this.#compileSwitch(alternatives, bodies, [op.SWITCH_VARIANT_OPCODE, this.#value, content]);
  }

  #compileSwitch(
    alternatives: readonly CaseAlternative[],
    bodies: ReadonlyMap<number, () => void>,
    words: readonly number[],
  ): void {
    const { pattern } = alternatives[0] ?? {};
    if (pattern?.kind !== "enum" && pattern?.kind !== "variant") return;
    const { length } = this.#compiler.linker.definitions.getShape(pattern.typeId).names;
    this.#compiler.emit(...words, length);
    const { jumps, after } = this.#compiler.reserveDistances(length);
    const isCovered = (_: number, rank: number): boolean => bodies.has(rank);
    for (const [rank, body] of bodies) {
      const jump = jumps[rank];
      if (jump !== undefined) this.#compiler.setTarget(jump, after);
      body();
    }
    if (jumps.every(isCovered)) return;
    for (const [rank, jump] of jumps.entries()) {
      if (!bodies.has(rank)) this.#compiler.setTarget(jump, after);
    }
    this.#compileDefault(alternatives);
  }

  /** Compiles the body of the first alternative with a pattern that binds nothing. */
  #compilePlainAlternative(kind: "nil" | "none", alternatives: readonly CaseAlternative[]): void {
    const found = findFirstAlternative(kind, alternatives);
    if (found === undefined) this.#compileDefault(alternatives);
    else this.#compileBody(found.body, this.#scope);
  }

  /** Compiles the default alternative. */
  #compileDefault(alternatives: readonly CaseAlternative[]): void {
    const last = alternatives.at(-1);
    if (last !== undefined && isDefault(last.pattern)) {
      this.#compileBody(last.body, this.#scope);
    } else {
      this.#compiler.emitPlatformCall(
        this.#compiler.allocateRegister(),
        { run: throwNoMatchingAlternative },
        [],
      );
    }
  }

  #compileBody(body: LfExpr, scope: VariableScope): void {
    if (this.#to === undefined) {
      this.#compiler.compileTail(body, scope);
      return;
    }
    this.#compiler.compileToRegister(this.#to, body, scope);
    this.#ends.push(this.#compiler.emitJump(op.JUMP_OPCODE));
  }
}

type PatternOf<Kind extends CasePattern["kind"]> = Extract<CasePattern, { readonly kind: Kind }>;

const findFirstAlternative = <Kind extends CasePattern["kind"]>(
  kind: Kind,
  alternatives: readonly CaseAlternative[],
): { readonly pattern: PatternOf<Kind>; readonly body: LfExpr } | undefined => {
  for (const { pattern, body } of alternatives) {
    if (pattern.kind === kind) return { pattern: pattern as PatternOf<Kind>, body };
  }
  return undefined;
};

const throwNoMatchingAlternative = (): RuntimeValue => {
  throw ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: no alternative of a case expression matches.",
  });
};
