import type { Binding, Expr, UpdateExpr } from "./ast.ts";
import { asKind, asOptional, asRecord, asUpdate } from "./builtin.ts";
import type { DamlException } from "./exception.ts";
import { perform, type Machine } from "./machine.ts";
import type { Code, RuntimeValue, UpdateV } from "./runtime-value.ts";
import type { Scope } from "./scope.ts";

/** Compiles the expressions an update is made of. */
type Compile = (expr: Expr, scope: Scope) => Code;

/**
 * Code that builds the description of an action. What is evaluated then, and what only when it is
 * performed, is fixed (daml-lf.md 8): operands when it is built, the last first; the rest of a block,
 * both sides of a try and what is created through an interface when it runs.
 */
export const compileUpdate = (update: UpdateExpr, scope: Scope, compile: Compile): Code => {
  const operand = (expr: Expr): Code => compile(expr, scope);
  switch (update.kind) {
    case "pure": {
      const value = operand(update.expr);
      return (frame) => {
        const result = value(frame);
        return action(() => result);
      };
    }
    case "block":
      return compileBlock(update, scope, compile);
    case "create": {
      const { templateId } = update;
      const argument = operand(update.argument);
      return (frame) => {
        const payload = asRecord(argument(frame));
        return action((machine) => machine.create(templateId, payload));
      };
    }
    case "createInterface": {
      const argument = operand(update.argument);
      return (frame) =>
        action((machine) => {
          const { templateId, payload } = asKind("interface", argument(frame));
          return machine.create(templateId, payload);
        });
    }
    case "exercise": {
      const { templateId, choice } = update;
      const contractId = operand(update.contractId);
      const argument = operand(update.argument);
      return (frame) => {
        const value = argument(frame);
        const id = asKind("contractId", contractId(frame)).contractId;
        return action((machine) =>
          machine.exercise({ templateId, choice, contractId: id, argument: value }),
        );
      };
    }
    case "exerciseInterface": {
      const { interfaceId, choice } = update;
      const contractId = operand(update.contractId);
      const argument = operand(update.argument);
      return (frame) => {
        const value = argument(frame);
        const id = asKind("contractId", contractId(frame)).contractId;
        return action((machine) =>
          machine.exerciseInterface({ interfaceId, choice, contractId: id, argument: value }),
        );
      };
    }
    case "exerciseByKey": {
      const { templateId, choice } = update;
      const key = operand(update.key);
      const argument = operand(update.argument);
      return (frame) => {
        const value = argument(frame);
        const keyValue = key(frame);
        return action((machine) =>
          machine.exerciseByKey({ templateId, choice, key: keyValue, argument: value }),
        );
      };
    }
    case "fetch": {
      const { templateId } = update;
      const contractId = operand(update.contractId);
      return (frame) => {
        const id = asKind("contractId", contractId(frame)).contractId;
        return action((machine) => machine.fetch(templateId, id));
      };
    }
    case "fetchInterface": {
      const { interfaceId } = update;
      const contractId = operand(update.contractId);
      return (frame) => {
        const id = asKind("contractId", contractId(frame)).contractId;
        return action((machine) => machine.fetchInterface(interfaceId, id));
      };
    }
    case "fetchByKey": {
      const { templateId } = update;
      return functionOf("fetch_by_key", 1, ([key]) =>
        action((machine) => machine.fetchByKey(templateId, key)),
      );
    }
    case "queryByKey": {
      const { templateId } = update;
      return functionOf("query_n_by_key", 2, ([count, key]) =>
        action((machine) => machine.queryByKey(templateId, count, key)),
      );
    }
    case "getTime":
      return () => action((machine) => machine.ledgerTime());
    case "isLedgerTimeBefore": {
      const time = operand(update.time);
      return (frame) => {
        const { micros } = asKind("timestamp", time(frame));
        return action((machine) => machine.isLedgerTimeBefore(micros));
      };
    }
    case "embed": {
      const expr = operand(update.expr);
      return (frame) => action((machine) => machine.continueWith(asUpdate(expr(frame))));
    }
    case "tryCatch":
      return compileTry(update, scope, compile);
  }
};

const action = (act: (machine: Machine) => RuntimeValue): UpdateV => ({
  kind: "update",
  perform: act,
});

const functionOf = (
  name: string,
  arity: number,
  run: (args: readonly RuntimeValue[]) => RuntimeValue,
): Code => {
  const fun: RuntimeValue = { kind: "builtin", name, arity, run };
  return () => fun;
};

interface Step {
  readonly slot: number;
  readonly code: Code;
}

const compileBlock = (
  block: { readonly bindings: readonly Binding[]; readonly body: Expr },
  scope: Scope,
  compile: Compile,
): Code => {
  let inner = scope;
  const steps = block.bindings.map(({ name, bound }): Step => {
    const code = compile(bound, inner);
    const extended = inner.with(name);
    inner = extended.scope;
    return { slot: extended.slot, code };
  });
  const body = compile(block.body, inner);
  const [first, ...rest] = steps;
  if (first === undefined) return body;
  return (frame) => {
    const firstUpdate = asUpdate(first.code(frame));
    return action((machine) => {
      // A frame of its own: one update value may be performed more than once, even inside itself.
      const own = frame.slice();
      own[first.slot] = perform(firstUpdate, machine);
      for (const { slot, code } of rest) own[slot] = perform(asUpdate(code(own)), machine);
      return machine.continueWith(asUpdate(body(own)));
    });
  };
};

const compileTry = (
  update: Extract<UpdateExpr, { readonly kind: "tryCatch" }>,
  scope: Scope,
  compile: Compile,
): Code => {
  const attempt = compile(update.attempt, scope);
  const { scope: inner, slot } = scope.with(update.variable);
  const handler = compile(update.handler, inner);
  return (frame) =>
    action((machine) =>
      machine.attempt(
        () => perform(asUpdate(attempt(frame)), machine),
        (exception: DamlException) => {
          const own = frame.slice();
          own[slot] = exception.payload;
          const handled = asOptional(handler(own)).value;
          return handled === undefined ? undefined : asUpdate(handled);
        },
      ),
    );
};
