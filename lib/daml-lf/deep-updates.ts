import type { Expr, UpdateExpr } from "./ast.ts";
import { asKind } from "./builtin.ts";
import { deepMachine, type DeepMachine, type Performing } from "./deep-machine.ts";
import type { Code, RuntimeValue, UpdateV } from "./runtime-value.ts";
import type { Scope } from "./scope.ts";

type Compile = (expr: Expr, scope: Scope) => Code;
type UpdateOf<Kind extends UpdateExpr["kind"]> = Extract<UpdateExpr, { readonly kind: Kind }>;

/**
 * Code of an update that performs others before it ends: it leaves with the machine how to go on,
 * instead of waiting for them. Undefined for all other updates.
 */
export const compileDeepUpdate = (
  update: UpdateExpr,
  scope: Scope,
  compile: Compile,
): Code | undefined => {
  if (update.kind === "block") return compileBlock(update, scope, compile);
  if (update.kind === "tryCatch") return compileTry(update, scope, compile);
  return undefined;
};

const action = (act: (machine: DeepMachine) => RuntimeValue): UpdateV => ({
  kind: "update",
  perform: (machine) => act(deepMachine(machine)),
});

const compileBlock = (block: UpdateOf<"block">, scope: Scope, compile: Compile): Code => {
  let inner = scope;
  const steps = block.bindings.map(({ name, bound }) => {
    const code = compile(bound, inner);
    const extended = inner.with(name);
    inner = extended.scope;
    return { slot: extended.slot, code };
  });
  const body = compile(block.body, inner);
  const [first] = steps;
  if (first === undefined) return body;
  const performings = steps.map(({ slot }, index): Performing => {
    const next = steps[index + 1]?.code ?? body;
    return {
      resume: (result, frame, machine) => {
        frame[slot] = result;
        const update = asKind("update", next(frame));
        const after = performings[index + 1];
        return after === undefined
          ? machine.continueWith(update)
          : machine.performThen(update, after, frame);
      },
    };
  });
  const [afterFirst] = performings;
  if (afterFirst === undefined) return body;
  return (frame) => {
    const firstUpdate = asKind("update", first.code(frame));
    // A frame of its own: one update value may be performed more than once, even inside itself.
    return action((machine) => machine.performThen(firstUpdate, afterFirst, frame.slice()));
  };
};

const compileTry = (update: UpdateOf<"tryCatch">, scope: Scope, compile: Compile): Code => {
  const attempt = compile(update.attempt, scope);
  const { scope: inner, slot } = scope.with(update.variable);
  const handler = compile(update.handler, inner);
  const attempted: Performing = {
    resume: (result, _frame, machine) => {
      machine.endScope();
      return result;
    },
    handle: (exception, frame, machine) => {
      machine.rollbackScope();
      frame[slot] = exception.payload;
      const handled = asKind("optional", handler(frame)).value;
      if (handled === undefined) throw exception;
      return machine.continueWith(asKind("update", handled));
    },
  };
  return (frame) =>
    action((machine) => {
      machine.beginScope();
      const own = frame.slice();
      return machine.within(attempted, own, () => asKind("update", attempt(own)));
    });
};
