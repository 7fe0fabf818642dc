import type { LedgerActionFunction } from "../code/code-store.ts";
import { listRegistersFromZero } from "../code/function-code-writer.ts";
import { createClosureWithoutCaptures } from "../code/functions.ts";
import * as op from "../code/instructions.ts";
import { bindVariableToRegister, createVariableScope, type VariableScope } from "../code/scope.ts";
import { requireRecordValue, requireValueKind } from "../runtime/as-kind.ts";
import type { LetBinding, LfExpr, UpdateExpr } from "../syntax/ast.ts";
import type { ExprCompiler } from "./expr-compiler.ts";

type UpdateOf<Kind extends UpdateExpr["kind"]> = Extract<UpdateExpr, { readonly kind: Kind }>;

/**
 * Compiles an update expression. The order of evaluation is fixed (daml-lf.md 8): operands are evaluated
 * when the update is built, last one first. The rest of a block, the body and handler of a try, and the
 * contract of a create through an interface are evaluated when the update is performed.
 */
export const compileUpdateExpression = (
  compiler: ExprCompiler,
  to: number,
  { update, scope }: { readonly update: UpdateExpr; readonly scope: VariableScope },
): void => {
  const updates = new UpdateCompiler(compiler, to, scope);
  switch (update.kind) {
    case "pure":
      return updates.withOperands([update.expr], (inner) => {
        inner.emit(op.RETURN_OPCODE, 0);
      });
    case "block":
      return updates.compileBlock(update);
    case "create": {
      const { templateId } = update;
      return updates.compileAction([update.argument], (ledger, payload) =>
        ledger.create(templateId, requireRecordValue(payload)),
      );
    }
    case "createInterface":
      return updates.compileDeferred([update.argument], (inner, own) => {
        const value = inner.compileOperand(update.argument, own);
        emitActionAndReturn(inner, [value], (ledger, contract) => {
          const { templateId, payload } = requireValueKind("interface", contract);
          return ledger.create(templateId, payload);
        });
      });
    case "exercise": {
      const { templateId, choice } = update;
      return updates.compileExercise(
        [update.contractId, update.argument],
        (ledger, id, argument) => {
          const { value: contractId } = requireValueKind("contractId", id);
          return ledger.beginExercise({ templateId, choice, contractId, argument });
        },
      );
    }
    case "exerciseInterface": {
      const { interfaceId, choice } = update;
      return updates.compileExercise(
        [update.contractId, update.argument],
        (ledger, id, argument) => {
          const { value: contractId } = requireValueKind("contractId", id);
          return ledger.beginInterfaceExercise({ interfaceId, choice, contractId, argument });
        },
      );
    }
    case "exerciseByKey": {
      const { templateId, choice } = update;
      return updates.compileExercise([update.key, update.argument], (ledger, key, argument) =>
        ledger.beginExerciseByKey({ templateId, choice, key, argument }),
      );
    }
    case "fetch": {
      const { templateId } = update;
      return updates.compileAction([update.contractId], (ledger, id) =>
        ledger.fetchContract(templateId, requireValueKind("contractId", id).value),
      );
    }
    case "fetchInterface": {
      const { interfaceId } = update;
      return updates.compileAction([update.contractId], (ledger, id) =>
        ledger.fetchInterface(interfaceId, requireValueKind("contractId", id).value),
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
      return updates.compileAction([], (ledger) => ledger.getLedgerTime());
    case "isLedgerTimeBefore":
      return updates.compileAction([update.time], (ledger, time) =>
        ledger.isLedgerTimeBefore(requireValueKind("timestamp", time).micros),
      );
    case "embed":
      return updates.compileDeferred([update.expr], (inner, own) => {
        const compileBinding = inner.compileOperand(update.expr, own);
        inner.compileWithLocation(update.expr, () =>
          inner.emit(op.TAIL_PERFORM_UPDATE_OPCODE, compileBinding),
        );
      });
    case "tryCatch":
      return updates.compileTryCatch(update);
  }
};

class UpdateCompiler {
  readonly #compiler: ExprCompiler;
  readonly #to: number;
  readonly #scope: VariableScope;

  constructor(compiler: ExprCompiler, to: number, scope: VariableScope) {
    this.#compiler = compiler;
    this.#to = to;
    this.#scope = scope;
  }

  /** Compiles an update whose code finds the values of the operands in its first registers. */
  withOperands(operands: readonly LfExpr[], code: (inner: ExprCompiler) => void): void {
    const values = this.#compiler.compileOperands(operands, this.#scope);
    this.#compiler.emitUpdateCreation(this.#to, values, code);
  }

  /** Compiles an update that performs one ledger action on the values of the operands. */
  compileAction(operands: readonly LfExpr[], action: LedgerActionFunction): void {
    this.withOperands(operands, (inner) => {
      emitActionAndReturn(inner, listRegistersFromZero(operands.length), action);
    });
  }

  /** Compiles an exercise. `begin` is a ledger action that returns the update of the choice body. */
  compileExercise(operands: readonly LfExpr[], begin: LedgerActionFunction): void {
    this.withOperands(operands, (inner) => {
      const result = inner.allocateRegister();
      inner.emitAction(result, [0, 1], begin);
      const perform = () => inner.emit(op.PERFORM_UPDATE_OPCODE, result, result);
      inner.compileChoiceBodyCall(perform);
      inner.emitAction(result, [result], endExercise);
      inner.emit(op.RETURN_OPCODE, result);
    });
  }

  /** Compiles an update whose expressions are evaluated when the update is performed. */
  compileDeferred(
    exprs: readonly LfExpr[],
    code: (inner: ExprCompiler, scope: VariableScope) => void,
  ): void {
    const { names, values } = this.#compiler.findCapturedVariables(exprs, this.#scope, []);
    this.#compiler.emitUpdateCreation(this.#to, values, (inner) => {
      code(inner, createVariableScope(names));
    });
  }

  /**
   * Compiles a block. Its first update is evaluated when the block is built, the rest when the block is
   * performed.
   */
  compileBlock({ bindings, body }: UpdateOf<"block">): void {
    const [first, ...rest] = bindings;
    if (first === undefined) {
      this.#compiler.compileToRegister(this.#to, body, this.#scope);
      return;
    }
    const firstUpdate = this.#compiler.compileOperand(first.bound, this.#scope);
    const following: LfExpr = { kind: "update", update: { kind: "block", bindings: rest, body } };
    const { names, values } = this.#compiler.findCapturedVariables([following], this.#scope, [
      first.name,
    ]);
    this.#compiler.emitUpdateCreation(this.#to, [...values, firstUpdate], (inner) => {
      const result = inner.allocateRegister();
      inner.compileWithLocation(first.bound, () =>
        inner.emit(op.PERFORM_UPDATE_OPCODE, result, values.length),
      );
      let scope = bindVariableToRegister(createVariableScope(names), first.name, result);
      for (const binding of rest) scope = compileBinding(inner, scope, binding);
      const last = inner.compileOperand(body, scope);
      inner.compileWithLocation(body, () => inner.emit(op.TAIL_PERFORM_UPDATE_OPCODE, last));
    });
  }

  compileTryCatch(update: UpdateOf<"tryCatch">): void {
    this.compileDeferred([{ kind: "update", update }], (inner, scope) => {
      const exception = inner.allocateRegister();
      const thrown = inner.emitJump(op.START_TRY_OPCODE, exception);
      const result = inner.allocateRegister();
      const attempt = inner.compileOperand(update.attempt, scope);
      inner.compileWithLocation(update.attempt, () =>
        inner.emit(op.PERFORM_UPDATE_OPCODE, result, attempt),
      );
      inner.emit(op.END_TRY_OPCODE);
      inner.emit(op.RETURN_OPCODE, result);
      inner.setTarget(thrown);
      const inHandler = bindVariableToRegister(scope, update.variable, exception);
      const handled = inner.compileOperand(update.handler, inHandler);
      const then = inner.allocateRegister();
      const uncaught = inner.emitJump(op.UNWRAP_OPTIONAL_OPCODE, handled, then);
      inner.compileWithLocation(update.handler, () =>
        inner.emit(op.TAIL_PERFORM_UPDATE_OPCODE, then),
      );
      inner.setTarget(uncaught);
      inner.emit(op.THROW_EXCEPTION_OPCODE, exception);
    });
  }

  /**
   * Compiles a function that returns an update. The update performs one ledger action on the function's
   * arguments.
   */
  functionReturningAction(arity: number, action: LedgerActionFunction): void {
    const args = listRegistersFromZero(arity);
    const fun = this.#compiler.compileSeparateBody(arity, (inner) => {
      const result = inner.allocateRegister();
      inner.emitUpdateCreation(result, args, (performing) => {
        emitActionAndReturn(performing, args, action);
      });
      inner.emit(op.RETURN_OPCODE, result);
    });
    const constant = this.#compiler.addConstant(createClosureWithoutCaptures({ ...fun, arity }));
    this.#compiler.emit(op.COPY_VALUE_OPCODE, this.#to, constant);
  }
}

/**
 * Compiles a binding of a block, which evaluates and performs its update. Returns the scope with the
 * bound variable.
 */
const compileBinding = (
  compiler: ExprCompiler,
  scope: VariableScope,
  { name, bound }: LetBinding,
): VariableScope => {
  const result = compiler.allocateRegister();
  compiler.runWithTemporaryRegisters(() => {
    const update = compiler.compileOperand(bound, scope);
    compiler.compileWithLocation(bound, () =>
      compiler.emit(op.PERFORM_UPDATE_OPCODE, result, update),
    );
  });
  return bindVariableToRegister(scope, name, result);
};

const endExercise: LedgerActionFunction = (ledger, result) => {
  ledger.endExercise(result);
  return result;
};

/** Emits an action, and a RETURN of its result. */
const emitActionAndReturn = (
  compiler: ExprCompiler,
  operands: readonly number[],
  action: LedgerActionFunction,
): void => {
  const result = compiler.allocateRegister();
  compiler.emitAction(result, operands, action);
  compiler.emit(op.RETURN_OPCODE, result);
};
