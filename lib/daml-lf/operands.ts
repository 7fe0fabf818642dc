import type { Expr, UpdateExpr } from "./ast.ts";
import { uncurried } from "./compile.ts";

/**
 * The expression with `change` made to each of the expressions whose values it is made of, in written
 * order. They are evaluated from the last to the first, before the expression. What is evaluated
 * later or not at all (bodies of functions, alternatives, what follows in a block) is no operand, and
 * neither are bindings of a let nor the scrutinee of a case.
 */
export const mapOperands = (expr: Expr, change: (operand: Expr) => Expr): Expr => {
  switch (expr.kind) {
    case "variable":
    case "value":
    case "builtin":
    case "unit":
    case "bool":
    case "int64":
    case "timestamp":
    case "numeric":
    case "text":
    case "date":
    case "failureCategory":
    case "enum":
    case "nil":
    case "none":
    case "typeRep":
    case "experimental":
    case "typeApply":
    case "typeLambda":
    case "lambda":
    case "case":
    case "let":
      return expr;
    case "record":
    case "struct":
      return {
        ...expr,
        fields: expr.fields.map(({ name, expr: field }) => ({ name, expr: change(field) })),
      };
    case "recordField":
      return { ...expr, record: change(expr.record) };
    case "recordUpdate":
      return { ...expr, record: change(expr.record), update: change(expr.update) };
    case "structField":
      return { ...expr, struct: change(expr.struct) };
    case "structUpdate":
      return { ...expr, struct: change(expr.struct), update: change(expr.update) };
    case "variant":
      return { ...expr, argument: change(expr.argument) };
    case "apply": {
      const { head, operands } = uncurried(expr);
      return { kind: "apply", fun: change(head), arguments: operands.map(change) };
    }
    case "cons":
      return { ...expr, front: expr.front.map(change), tail: change(expr.tail) };
    case "some":
      return { ...expr, value: change(expr.value) };
    case "toAny":
    case "fromAny":
    case "toAnyException":
    case "fromAnyException":
    case "toInterface":
    case "fromInterface":
    case "callInterface":
    case "signatoryInterface":
    case "observerInterface":
    case "viewInterface":
    case "interfaceTemplateTypeRep":
    case "toRequiredInterface":
    case "fromRequiredInterface":
      return { ...expr, expr: change(expr.expr) };
    case "throw":
      return { ...expr, exception: change(expr.exception) };
    case "unsafeFromInterface":
    case "unsafeFromRequiredInterface":
      return { ...expr, contractId: change(expr.contractId), expr: change(expr.expr) };
    case "update":
      return { kind: "update", update: mapUpdateOperands(expr.update, change) };
  }
};

const mapUpdateOperands = (update: UpdateExpr, change: (operand: Expr) => Expr): UpdateExpr => {
  switch (update.kind) {
    case "pure":
      return { ...update, expr: change(update.expr) };
    case "block": {
      const [first, ...rest] = update.bindings;
      if (first === undefined) return { ...update, body: change(update.body) };
      return { ...update, bindings: [{ ...first, bound: change(first.bound) }, ...rest] };
    }
    case "create":
      return { ...update, argument: change(update.argument) };
    case "exercise":
    case "exerciseInterface":
      return {
        ...update,
        contractId: change(update.contractId),
        argument: change(update.argument),
      };
    case "exerciseByKey":
      return { ...update, key: change(update.key), argument: change(update.argument) };
    case "fetch":
    case "fetchInterface":
      return { ...update, contractId: change(update.contractId) };
    case "isLedgerTimeBefore":
      return { ...update, time: change(update.time) };
    case "createInterface":
    case "fetchByKey":
    case "queryByKey":
    case "getTime":
    case "embed":
    case "tryCatch":
      return update;
  }
};

/** The update with `change` made to each expression that is evaluated only when it is performed. */
export const mapPerformed = (update: UpdateExpr, change: (performed: Expr) => Expr): UpdateExpr => {
  switch (update.kind) {
    case "block": {
      const [first, ...rest] = update.bindings;
      if (first === undefined) return update;
      const later = rest.map((binding) => ({ ...binding, bound: change(binding.bound) }));
      return { ...update, bindings: [first, ...later], body: change(update.body) };
    }
    case "createInterface":
      return { ...update, argument: change(update.argument) };
    case "embed":
      return { ...update, expr: change(update.expr) };
    case "tryCatch":
      return { ...update, attempt: change(update.attempt), handler: change(update.handler) };
    case "pure":
    case "create":
    case "exercise":
    case "exerciseInterface":
    case "exerciseByKey":
    case "fetch":
    case "fetchInterface":
    case "isLedgerTimeBefore":
    case "fetchByKey":
    case "queryByKey":
    case "getTime":
      return update;
  }
};
