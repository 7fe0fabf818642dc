import type { CodeLinker } from "../link/linker.ts";
import {
  emptyRuntimeList,
  runtimeNone,
  type RuntimeValue,
  unit,
} from "../runtime/runtime-value.ts";
import { expandTypeSynonyms } from "../syntax/expand-type.ts";
import type { LiteralExpr } from "../syntax/literal.ts";

/** Returns the value of an expression that is the same in every evaluation. */
export const evaluateLiteral = (linker: CodeLinker, expr: LiteralExpr): RuntimeValue => {
  switch (expr.kind) {
    case "builtin":
      return linker.getBuiltin(expr.id);
    case "unit":
      return unit;
    case "bool":
    case "int64":
    case "text":
      return expr.value;
    case "timestamp":
      return { kind: "timestamp", micros: expr.micros };
    case "numeric":
      return { kind: "numeric", scale: expr.scale, unscaled: expr.unscaled };
    case "date":
      return { kind: "date", days: expr.days };
    case "failureCategory":
      return { kind: "failureCategory", category: expr.category };
    case "enum": {
      const { typeId, constructor } = expr;
      const shape = linker.definitions.getShape(typeId);
      return { kind: "enum", shape, rank: linker.definitions.getRank(typeId, constructor) };
    }
    case "nil":
      return emptyRuntimeList;
    case "none":
      return runtimeNone;
    case "typeRep":
      return { kind: "typeRep", type: expandTypeSynonyms(expr.type, linker.definitions) };
  }
};
