import { listRegistersUpTo } from "../code/body-writer.ts";
import type { Action } from "../code/code-store.ts";
import { createClosure } from "../code/functions.ts";
import * as op from "../code/instructions.ts";
import { addVariable, createScope, type Scope } from "../code/scope.ts";
import { asKind, asRecord } from "../runtime/as-kind.ts";
import type { Binding, Expr, UpdateExpr } from "../syntax/ast.ts";
import type { ExprCompiler } from "./expr-compiler.ts";

type UpdateOf<Kind extends UpdateExpr["kind"]> = Extract<UpdateExpr, { readonly kind: Kind }>;

/**
 * Compiles an update expression. The order of evaluation is fixed (daml-lf.md 8): operands are evaluated
 * when the update is built, last one first. The rest of a block, the body and handler of a try, and the
 * contract of a create through an interface are evaluated when the update is performed.
 */
export const compileUpdate = (
  compiler: ExprCompiler,
  to: number,
  { update, scope }: { readonly update: UpdateExpr; readonly scope: Scope },
): void => {
  const updates = new UpdateCompiler(compiler, to, scope);
  switch (update.kind) {
    case "pure":
      return updates.withOperands([update.expr], (inner) => {
        inner.emit(op.RETURN, 0);
      });
    case "block":
      return updates.block(update);
    case "create": {
      const { templateId } = update;
      return updates.action([update.argument], (ledger, payload) =>
        ledger.create(templateId, asRecord(payload)),
      );
    }
    case "createInterface":
      return updates.deferred([update.argument], (inner, own) => {
        const value = inner.operand(update.argument, own);
        act(inner, [value], (ledger, contract) => {
          const { templateId, payload } = asKind("interface", contract);
          return ledger.create(templateId, payload);
        });
      });
    case "exercise": {
      const { templateId, choice } = update;
      return updates.exercise([update.contractId, update.argument], (ledger, id, argument) => {
        const { value: contractId } = asKind("contractId", id);
        return ledger.beginExercise({ templateId, choice, contractId, argument });
      });
    }
    case "exerciseInterface": {
      const { interfaceId, choice } = update;
      return updates.exercise([update.contractId, update.argument], (ledger, id, argument) => {
        const { value: contractId } = asKind("contractId", id);
        return ledger.beginInterfaceExercise({ interfaceId, choice, contractId, argument });
      });
    }
    case "exerciseByKey": {
      const { templateId, choice } = update;
      return updates.exercise([update.key, update.argument], (ledger, key, argument) =>
        ledger.beginExerciseByKey({ templateId, choice, key, argument }),
      );
    }
    case "fetch": {
      const { templateId } = update;
      return updates.action([update.contractId], (ledger, id) =>
        ledger.fetch(templateId, asKind("contractId", id).value),
      );
    }
    case "fetchInterface": {
      const { interfaceId } = update;
      return updates.action([update.contractId], (ledger, id) =>
        ledger.fetchInterface(interfaceId, asKind("contractId", id).value),
      );
    }
    case "fetchByKey": {
      const { templateId } = update;
      return updates.functionReturningAction(1, (ledger, key) =>
        ledger.fetchByKey(templateId, key),
      );
    }
    case "queryByKey": {
      const { templateId } = update;
      return updates.functionReturningAction(2, (ledger, count, key) =>
        ledger.queryByKey(templateId, count, key),
      );
    }
    case "getTime":
      return updates.action([], (ledger) => ledger.ledgerTime());
    case "isLedgerTimeBefore":
      return updates.action([update.time], (ledger, time) =>
        ledger.isLedgerTimeBefore(asKind("timestamp", time).micros),
      );
    case "embed":
      return updates.deferred([update.expr], (inner, own) => {
        const compileBinding = inner.operand(update.expr, own);
        inner.at(update.expr, () => inner.emit(op.TAIL_PERFORM, compileBinding));
      });
    case "tryCatch":
      return updates.tryCatch(update);
  }
};

class UpdateCompiler {
  readonly #compiler: ExprCompiler;
  readonly #to: number;
  readonly #scope: Scope;

  constructor(compiler: ExprCompiler, to: number, scope: Scope) {
    this.#compiler = compiler;
    this.#to = to;
    this.#scope = scope;
  }

  /** Compiles an update whose code finds the values of the operands in its first registers. */
  withOperands(operands: readonly Expr[], code: (inner: ExprCompiler) => void): void {
    const values = this.#compiler.operands(operands, this.#scope);
    this.#compiler.update(this.#to, values, code);
  }

  /** Compiles an update that performs one ledger action on the values of the operands. */
  action(operands: readonly Expr[], action: Action): void {
    this.withOperands(operands, (inner) => {
      act(inner, listRegistersUpTo(operands.length), action);
    });
  }

  /** Compiles an exercise. `begin` is a ledger action that returns the update of the choice body. */
  exercise(operands: readonly Expr[], begin: Action): void {
    this.withOperands(operands, (inner) => {
      const result = inner.register();
      inner.act(result, [0, 1], begin);
      const perform = () => inner.emit(op.PERFORM, result, result);
      inner.performingChoice(perform);
      inner.act(result, [result], endExercise);
      inner.emit(op.RETURN, result);
    });
  }

  /** Compiles an update whose expressions are evaluated when the update is performed. */
  deferred(exprs: readonly Expr[], code: (inner: ExprCompiler, scope: Scope) => void): void {
    const { names, values } = this.#compiler.captured(exprs, this.#scope, []);
    this.#compiler.update(this.#to, values, (inner) => {
      code(inner, createScope(names));
    });
  }

  /**
   * Compiles a block. Its first update is evaluated when the block is built, the rest when the block is
   * performed.
   */
  block({ bindings, body }: UpdateOf<"block">): void {
    const [first, ...rest] = bindings;
    if (first === undefined) {
      this.#compiler.into(this.#to, body, this.#scope);
      return;
    }
    const firstUpdate = this.#compiler.operand(first.bound, this.#scope);
    const following: Expr = { kind: "update", update: { kind: "block", bindings: rest, body } };
    const { names, values } = this.#compiler.captured([following], this.#scope, [first.name]);
    this.#compiler.update(this.#to, [...values, firstUpdate], (inner) => {
      const result = inner.register();
      inner.at(first.bound, () => inner.emit(op.PERFORM, result, values.length));
      let scope = addVariable(createScope(names), first.name, result);
      for (const binding of rest) scope = compileBinding(inner, scope, binding);
      const last = inner.operand(body, scope);
      inner.at(body, () => inner.emit(op.TAIL_PERFORM, last));
    });
  }

  tryCatch(update: UpdateOf<"tryCatch">): void {
    this.deferred([{ kind: "update", update }], (inner, scope) => {
      const exception = inner.register();
      const thrown = inner.jump(op.TRY, exception);
      const result = inner.register();
      const attempt = inner.operand(update.attempt, scope);
      inner.at(update.attempt, () => inner.emit(op.PERFORM, result, attempt));
      inner.emit(op.END_TRY);
      inner.emit(op.RETURN, result);
      inner.setTarget(thrown);
      const inHandler = addVariable(scope, update.variable, exception);
      const handled = inner.operand(update.handler, inHandler);
      const then = inner.register();
      const uncaught = inner.jump(op.UNWRAP, handled, then);
      inner.at(update.handler, () => inner.emit(op.TAIL_PERFORM, then));
      inner.setTarget(uncaught);
      inner.emit(op.THROW, exception);
    });
  }

  /**
   * Compiles a function that returns an update. The update performs one ledger action on the function's
   * arguments.
   */
  functionReturningAction(arity: number, action: Action): void {
    const args = listRegistersUpTo(arity);
    const fun = this.#compiler.body(arity, (inner) => {
      const result = inner.register();
      inner.update(result, args, (performing) => {
        act(performing, args, action);
      });
      inner.emit(op.RETURN, result);
    });
    const constant = this.#compiler.constant(createClosure({ ...fun, arity }));
    this.#compiler.emit(op.MOVE, this.#to, constant);
  }
}

/**
 * Compiles a binding of a block, which evaluates and performs its update. Returns the scope with the
 * bound variable.
 */
const compileBinding = (compiler: ExprCompiler, scope: Scope, { name, bound }: Binding): Scope => {
  const result = compiler.register();
  compiler.temporarily(() => {
    const update = compiler.operand(bound, scope);
    compiler.at(bound, () => compiler.emit(op.PERFORM, result, update));
  });
  return addVariable(scope, name, result);
};

const endExercise: Action = (ledger, result) => {
  ledger.endExercise(result);
  return result;
};

/** Emits an action and returns its result. */
const act = (compiler: ExprCompiler, operands: readonly number[], action: Action): void => {
  const result = compiler.register();
  compiler.act(result, operands, action);
  compiler.emit(op.RETURN, result);
};
