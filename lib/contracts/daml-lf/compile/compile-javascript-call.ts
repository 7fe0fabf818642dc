import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { getFieldOrConstructorRank } from "../link/data-types.ts";
import {
  assertTemplateHasRequiringInterface,
  convertFromInterface,
  convertFromInterfaceOrThrow,
  hasInterfaceInstance,
} from "../link/interface-instances.ts";
import type { CodeLinker } from "../link/linker.ts";
import { requireRecordValue, requireStructValue, requireValueKind } from "../runtime/as-kind.ts";
import { type JavaScriptFunctionByArity } from "../runtime/javascript-functions.ts";
import {
  createRuntimeSome,
  runtimeNone,
  type RuntimeValue,
  unit,
} from "../runtime/runtime-value.ts";
import { chargeForTypeComparison, compareLfTypes } from "../runtime/type-key.ts";
import type { LfExpr, LfType } from "../syntax/ast.ts";
import { expandTypeSynonyms } from "../syntax/expand-type.ts";

/** A JavaScript function and the expressions whose values are its arguments. */
export interface JavaScriptFunctionWithOperands extends JavaScriptFunctionByArity {
  readonly operands: readonly LfExpr[];
}

type PlatformExpr = Extract<
  LfExpr,
  {
    readonly kind:
      | "recordUpdate"
      | "structUpdate"
      | "toAny"
      | "fromAny"
      | "toAnyException"
      | "fromAnyException"
      | "toInterface"
      | "fromInterface"
      | "unsafeFromInterface"
      | "interfaceTemplateTypeRep"
      | "toRequiredInterface"
      | "fromRequiredInterface"
      | "unsafeFromRequiredInterface"
      | "experimental";
  }
>;

/** Returns the JavaScript function that evaluates a rare kind of expression, with its operands. */
export const compileToJavaScriptCall = (
  linker: CodeLinker,
  expr: PlatformExpr,
): JavaScriptFunctionWithOperands => {
  const { definitions, budget } = linker;
  switch (expr.kind) {
    case "recordUpdate": {
      const index = getFieldOrConstructorRank(definitions, expr);
      return createBinaryCall(expr.record, expr.update, (value, field) => {
        const { shape, fields } = requireRecordValue(value);
        budget.chargeForFields(fields.length);
        return { kind: "record", shape, fields: fields.with(index, field) };
      });
    }
    case "structUpdate":
      return createBinaryCall(expr.struct, expr.update, (value, field) => {
        const { names, fields } = requireStructValue(value);
        budget.chargeForFields(fields.length);
        return { kind: "struct", names, fields: fields.with(names.indexOf(expr.field), field) };
      });
    case "toAny":
    case "toAnyException":
      return toAny(linker, expr.type, expr.expr);
    case "fromAny":
    case "fromAnyException":
      return fromAny(linker, expr.type, expr.expr);
    case "toInterface": {
      const { templateId } = expr;
      return createUnaryCall(expr.expr, (value) => ({
        kind: "interface",
        templateId,
        payload: requireRecordValue(value),
      }));
    }
    case "fromInterface": {
      const { templateId } = expr;
      return createUnaryCall(expr.expr, (value) => {
        const payload = convertFromInterface(
          linker,
          requireValueKind("interface", value),
          templateId,
        );
        return payload === undefined ? runtimeNone : createRuntimeSome(payload);
      });
    }
    case "unsafeFromInterface": {
      const { templateId } = expr;
      return createBinaryCall(expr.contractId, expr.expr, (id, value) =>
        convertFromInterfaceOrThrow(
          requireValueKind("interface", value),
          templateId,
          requireValueKind("contractId", id),
        ),
      );
    }
    case "interfaceTemplateTypeRep":
      return createUnaryCall(expr.expr, (value) => {
        const { templateId } = requireValueKind("interface", value);
        return { kind: "typeRep", type: { kind: "constructor", id: templateId, arguments: [] } };
      });
    case "toRequiredInterface":
      return createUnaryCall(expr.expr, (value) => value);
    case "fromRequiredInterface": {
      const { requiring } = expr;
      return createUnaryCall(expr.expr, (value) => {
        const { templateId } = requireValueKind("interface", value);
        return hasInterfaceInstance(definitions, templateId, requiring)
          ? createRuntimeSome(value)
          : runtimeNone;
      });
    }
    case "unsafeFromRequiredInterface": {
      const { required, requiring } = expr;
      return createBinaryCall(expr.contractId, expr.expr, (id, value) => {
        const contractId = requireValueKind("contractId", id);
        const contract = requireValueKind("interface", value);
        assertTemplateHasRequiringInterface(definitions, contract, {
          required,
          requiring,
          contractId,
        });
        return value;
      });
    }
    case "experimental":
      return { operands: [], run: () => throwNotSupported(expr.name) };
  }
};

const createUnaryCall = (
  operand: LfExpr,
  run1: (value: RuntimeValue) => RuntimeValue,
): JavaScriptFunctionWithOperands => ({
  operands: [operand],
  run: ([value]) => run1(value ?? unit),
  run1,
});

const createBinaryCall = (
  left: LfExpr,
  right: LfExpr,
  run2: (left: RuntimeValue, right: RuntimeValue) => RuntimeValue,
): JavaScriptFunctionWithOperands => ({
  operands: [left, right],
  run: ([first, second]) => run2(first ?? unit, second ?? unit),
  run2,
});

const toAny = (
  { definitions }: CodeLinker,
  unexpanded: LfType,
  operand: LfExpr,
): JavaScriptFunctionWithOperands => {
  const type = expandTypeSynonyms(unexpanded, definitions);
  return createUnaryCall(operand, (value) => ({ kind: "any", type, value }));
};

/**
 * Returns a call whose result is Some if the types are identical, including their packages; otherwise
 * None.
 */
const fromAny = (
  { definitions, budget }: CodeLinker,
  unexpanded: LfType,
  operand: LfExpr,
): JavaScriptFunctionWithOperands => {
  const type = expandTypeSynonyms(unexpanded, definitions);
  return createUnaryCall(operand, (any) => {
    const content = requireValueKind("any", any);
    chargeForTypeComparison(type, budget);
    return compareLfTypes(content.type, type) === 0
      ? createRuntimeSome(content.value)
      : runtimeNone;
  });
};

const throwNotSupported = (name: string): never => {
  throw ledgerError("INTERPRETATION_USER_ERROR", {
    cause: `Interpretation error: Error: the experimental builtin ${name} is not supported.`,
  });
};
