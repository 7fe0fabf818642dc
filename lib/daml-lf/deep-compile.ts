import { tailCall } from "./apply.ts";
import type { Expr } from "./ast.ts";
import { Compiler } from "./compile.ts";
import { compileDeepUpdate } from "./deep-updates.ts";
import { awaitIn, runToEnd, withdraw, type Continuation } from "./own-stack.ts";
import type { Program } from "./program.ts";
import type { Code } from "./runtime-value.ts";
import type { Scope } from "./scope.ts";
import type { Sequencer } from "./sequence.ts";

/**
 * Compiles expressions in sequence for {@link runToEnd}: as the compiler for the stack of the host
 * does, but for a let, which leaves a continuation behind where what it binds may call.
 */
export class DeepCompiler extends Compiler {
  readonly #sequencer: Sequencer;

  constructor(program: Program, sequencer: Sequencer) {
    super(program);
    this.#sequencer = sequencer;
  }

  /** What may call and is no tail call runs to its end at once: only what is performed is so. */
  override expression(expr: Expr, scope: Scope, tail: boolean): Code {
    if (!tail && this.#sequencer.mayCall(expr)) {
      const code = this.expression(expr, scope, true);
      return (frame) => runToEnd(() => code(frame));
    }
    if (expr.kind === "let") return this.#let(expr, scope, tail);
    if (expr.kind === "update") {
      const compile = (part: Expr, inner: Scope) => this.expression(part, inner, false);
      return compileDeepUpdate(expr.update, scope, compile) ?? super.expression(expr, scope, tail);
    }
    return super.expression(expr, scope, tail);
  }

  #let(expr: Extract<Expr, { readonly kind: "let" }>, scope: Scope, tail: boolean): Code {
    if (!expr.bindings.some(({ bound }) => this.#sequencer.mayCall(bound)))
      return super.expression(expr, scope, tail);
    let inner = scope;
    const steps = expr.bindings.map(({ name, bound }): Step => {
      const awaits = this.#sequencer.mayCall(bound);
      const code = this.expression(bound, inner, awaits);
      const extended = inner.with(name);
      inner = extended.scope;
      return { code, slot: extended.slot, awaits };
    });
    return inSequence(steps, this.expression(expr.body, inner, true));
  }
}

interface Step {
  readonly code: Code;
  readonly slot: number;
  readonly awaits: boolean;
}

const inSequence = (steps: readonly Step[], body: Code): Code => {
  const continueFrom = (index: number): Code => {
    return (frame) => {
      for (let next = index; next < steps.length; next += 1) {
        const step = steps[next];
        const continuation = continuations[next];
        if (step === undefined) break;
        if (continuation === undefined) {
          frame[step.slot] = step.code(frame);
          continue;
        }
        awaitIn(continuation, frame);
        const value = step.code(frame);
        if (value === tailCall) return value;
        withdraw();
        frame[step.slot] = value;
      }
      return body(frame);
    };
  };
  const continuations = steps.map(({ slot, awaits }, index): Continuation | undefined => {
    if (!awaits) return undefined;
    const rest = continueFrom(index + 1);
    return {
      resume: (value, frame) => {
        frame[slot] = value;
        return rest(frame);
      },
    };
  });
  return continueFrom(0);
};
