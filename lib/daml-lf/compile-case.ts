import { ledgerError } from "../errors/ledger-error.ts";
import type { Alternative, Expr, Pattern } from "./ast.ts";
import { asKind, asList, asOptional, asVariant } from "./builtin.ts";
import { evaluate, type Operand } from "./compiled-operand.ts";
import type { Program } from "./program.ts";
import type { Code, RuntimeValue } from "./runtime-value.ts";
import type { Scope } from "./scope.ts";

type Case = Extract<Expr, { readonly kind: "case" }>;

/** How the parts of a case expression are compiled. */
interface CaseParts {
  readonly scrutinee: Operand;
  readonly body: (body: Expr, scope: Scope) => Code;
}

type PatternOf<Kind extends Pattern["kind"]> = Extract<Pattern, { readonly kind: Kind }>;

/**
 * Code of a case expression. The patterns of one expression are of one type, so what kind they are
 * says how to choose: the first alternative that fits is found without trying the others.
 */
export const compileCase = (
  program: Program,
  { alternatives }: Case,
  scope: Scope,
  parts: CaseParts,
): Code => {
  const compiler = new CaseCompiler(program, scope, parts);
  const end = alternatives.findIndex(({ pattern }) => isDefault(pattern)) + 1;
  return compiler.code(end === 0 ? alternatives : alternatives.slice(0, end));
};

/** There is only one unit. */
const isDefault = ({ kind }: Pattern): boolean => kind === "default" || kind === "unit";

class CaseCompiler {
  readonly #program: Program;
  readonly #scope: Scope;
  readonly #parts: CaseParts;

  constructor(program: Program, scope: Scope, parts: CaseParts) {
    this.#program = program;
    this.#scope = scope;
    this.#parts = parts;
  }

  /** Of alternatives of which only the last may be a default. */
  code(alternatives: readonly Alternative[]): Code {
    switch (alternatives[0]?.pattern.kind) {
      case undefined:
      case "default":
      case "unit":
        return this.#default(alternatives);
      case "bool":
        return this.#bool(alternatives);
      case "nil":
      case "cons":
        return this.#list(alternatives);
      case "none":
      case "some":
        return this.#optional(alternatives);
      case "enum":
        return this.#enum(alternatives);
      case "variant":
        return this.#variant(alternatives);
    }
  }

  #default(alternatives: readonly Alternative[]): Code {
    const { scrutinee } = this.#parts;
    const body = this.#otherwise(alternatives);
    return (frame) => {
      evaluate(scrutinee, frame);
      return body(frame);
    };
  }

  #bool(alternatives: readonly Alternative[]): Code {
    const { scrutinee } = this.#parts;
    const branch = (wanted: boolean): Code => {
      const found = alternatives.find(
        ({ pattern }) => pattern.kind === "bool" && pattern.value === wanted,
      );
      return found === undefined
        ? this.#otherwise(alternatives)
        : this.#parts.body(found.body, this.#scope);
    };
    const yes = branch(true);
    const no = branch(false);
    return (frame) => (evaluate(scrutinee, frame) === true ? yes(frame) : no(frame));
  }

  #list(alternatives: readonly Alternative[]): Code {
    const { scrutinee } = this.#parts;
    const onNil = this.#plain("nil", alternatives);
    const found = firstOf("cons", alternatives);
    if (found === undefined) {
      const onCons = this.#otherwise(alternatives);
      return (frame) =>
        asList(evaluate(scrutinee, frame)).kind === "nil" ? onNil(frame) : onCons(frame);
    }
    const head = this.#scope.with(found.pattern.head);
    const tail = head.scope.with(found.pattern.tail);
    const onCons = this.#parts.body(found.body, tail.scope);
    return (frame) => {
      const list = asList(evaluate(scrutinee, frame));
      if (list.kind === "nil") return onNil(frame);
      frame[head.slot] = list.head;
      frame[tail.slot] = list.tail;
      return onCons(frame);
    };
  }

  #optional(alternatives: readonly Alternative[]): Code {
    const { scrutinee } = this.#parts;
    const onNone = this.#plain("none", alternatives);
    const found = firstOf("some", alternatives);
    if (found === undefined) {
      const onSome = this.#otherwise(alternatives);
      return (frame) =>
        asOptional(evaluate(scrutinee, frame)).value === undefined ? onNone(frame) : onSome(frame);
    }
    const { scope, slot } = this.#scope.with(found.pattern.binder);
    const onSome = this.#parts.body(found.body, scope);
    return (frame) => {
      const { value } = asOptional(evaluate(scrutinee, frame));
      if (value === undefined) return onNone(frame);
      frame[slot] = value;
      return onSome(frame);
    };
  }

  #enum(alternatives: readonly Alternative[]): Code {
    const { scrutinee } = this.#parts;
    const otherwise = this.#otherwise(alternatives);
    const byRank: Code[] = [];
    for (const { pattern, body } of alternatives) {
      if (pattern.kind !== "enum") continue;
      const rank = this.#program.definitions.rankOf(pattern.typeId, pattern.constructor);
      byRank[rank] ??= this.#parts.body(body, this.#scope);
    }
    return (frame) => (byRank[asKind("enum", evaluate(scrutinee, frame)).rank] ?? otherwise)(frame);
  }

  #variant(alternatives: readonly Alternative[]): Code {
    const { scrutinee } = this.#parts;
    const otherwise = this.#otherwise(alternatives);
    const byRank: { readonly slot: number; readonly body: Code }[] = [];
    for (const { pattern, body } of alternatives) {
      if (pattern.kind !== "variant") continue;
      const rank = this.#program.definitions.rankOf(pattern.typeId, pattern.constructor);
      const { scope, slot } = this.#scope.with(pattern.binder);
      byRank[rank] ??= { slot, body: this.#parts.body(body, scope) };
    }
    return (frame) => {
      const { rank, value } = asVariant(evaluate(scrutinee, frame));
      const branch = byRank[rank];
      if (branch === undefined) return otherwise(frame);
      frame[branch.slot] = value;
      return branch.body(frame);
    };
  }

  /** The body of the first alternative of a pattern that binds nothing. */
  #plain(kind: "nil" | "none", alternatives: readonly Alternative[]): Code {
    const found = firstOf(kind, alternatives);
    return found === undefined
      ? this.#otherwise(alternatives)
      : this.#parts.body(found.body, this.#scope);
  }

  /** What to do when no other alternative fits. */
  #otherwise(alternatives: readonly Alternative[]): Code {
    const last = alternatives.at(-1);
    return last !== undefined && isDefault(last.pattern)
      ? this.#parts.body(last.body, this.#scope)
      : noneFits;
  }
}

const firstOf = <Kind extends Pattern["kind"]>(
  kind: Kind,
  alternatives: readonly Alternative[],
): { readonly pattern: PatternOf<Kind>; readonly body: Expr } | undefined => {
  for (const { pattern, body } of alternatives)
    if (pattern.kind === kind) return { pattern: pattern as PatternOf<Kind>, body };
  return undefined;
};

const noneFits = (): RuntimeValue => {
  throw ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: no alternative of a case expression matches.",
  });
};
